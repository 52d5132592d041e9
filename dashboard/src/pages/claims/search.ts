import type { ClaimState } from '../../api/types.ts'
import { readChoice, readId } from '../../search/read-search.ts'

/** Repeats the label keys, because the labels are only loaded with the page. */
const STATES = ['open', 'approved', 'rejected', 'withdrawn'] as const satisfies readonly ClaimState[]

export interface ClaimsSearch {
  state?: ClaimState
  /** The claim whose panel is open. */
  open?: number
}

export function readClaimsSearch(search: Record<string, unknown>): ClaimsSearch {
  const state = readChoice(search.state, STATES)
  const open = readId(search.open)
  return { ...(state === undefined ? {} : { state }), ...(open === undefined ? {} : { open }) }
}
