import { readDayRange, readId, readText } from '../../search/read-search.ts'

export interface AuditLogSearch {
  /**
   * A plain string, because every page loads this module, but only the audit log loads the labels (`readAction`).
   */
  action?: string
  /** User ID of the actor. */
  person?: string
  /** ID of the management key that made the change. Exclusive with `person`. */
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
