import type { ApplicationStatus } from '../../api/types.ts'
import { type DialogSearch, readChoice, readDialog, readId, readText } from '../../search/read-search.ts'

/** Repeats the label keys, because the labels are only loaded with the page. */
const STATUSES = [
  'pending',
  'info_requested',
  'approved',
  'rejected',
] as const satisfies readonly ApplicationStatus[]

export interface ApplicationsSearch extends DialogSearch {
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
    ...readDialog(search),
    ...(status === undefined ? {} : { status }),
    ...(text === undefined ? {} : { search: text }),
    ...(open === undefined ? {} : { open }),
  }
}
