import type { ApplicationStatus } from '../../api/types.ts'
import { readChoice, readId, readText } from '../../search/read-search.ts'

/** Repeats the keys of the labels, which are loaded with the page. */
const STATUSES = [
  'pending',
  'info_requested',
  'approved',
  'rejected',
] as const satisfies readonly ApplicationStatus[]

export interface ApplicationsSearch {
  status?: ApplicationStatus
  /** Matches a name, email or website. */
  search?: string
  /** The application whose panel is open. */
  open?: number
}

export function readApplicationsSearch(search: Record<string, unknown>): ApplicationsSearch {
  const status = readChoice(search.status, STATUSES)
  const text = readText(search.search)
  const open = readId(search.open)
  return {
    ...(status === undefined ? {} : { status }),
    ...(text === undefined ? {} : { search: text }),
    ...(open === undefined ? {} : { open }),
  }
}
