import type { ApplicationStatus } from '../../api/types.ts'
import { readChoice, readId, readText } from '../../search/read-search.ts'

/** Its words stand with the page, which is loaded later. */
const STATUSES = ['waiting', 'asked', 'approved', 'rejected'] as const satisfies readonly ApplicationStatus[]

export interface ApplicationsSearch {
  status?: ApplicationStatus
  /** Part of a name, an e-mail or a website. */
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
