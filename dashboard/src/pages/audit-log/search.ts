import type { AuditAction } from '../../api/types.ts'
import { wordsOf } from '../../format/words.ts'
import { readChoice, readDayRange, readText } from '../../search/read-search.ts'
import { AUDIT_ACTIONS } from './audit-words.ts'

export interface AuditLogSearch {
  action?: AuditAction
  /** The id of the user who did it. */
  person?: string
  from?: string
  to?: string
}

export function readAuditLogSearch(search: Record<string, unknown>): AuditLogSearch {
  const action = readChoice(search.action, wordsOf(AUDIT_ACTIONS))
  const person = readText(search.person)
  return {
    ...(action === undefined ? {} : { action }),
    ...(person === undefined ? {} : { person }),
    ...readDayRange(search),
  }
}
