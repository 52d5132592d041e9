import { readDayRange, readId, readText } from '../../search/read-search.ts'

export interface AuditLogSearch {
  /** The words for them come with the page (`actionOf`): every page loads what is here. */
  action?: string
  /** The id of the user who did it. */
  person?: string
  /** The id of the management key that did it; not beside a person. */
  key?: number
  from?: string
  to?: string
}

export function readAuditLogSearch(search: Record<string, unknown>): AuditLogSearch {
  const action = readText(search.action)
  const person = readText(search.person)
  const key = person === undefined ? readId(search.key) : undefined
  return {
    ...(action === undefined ? {} : { action }),
    ...(person === undefined ? {} : { person }),
    ...(key === undefined ? {} : { key }),
    ...readDayRange(search),
  }
}
