import type { AuditAction } from './enums.ts'

/**
 * Who changes something, for the audit log: a person, a management key, or neither at the command line. Visitors,
 * merchants' servers, processors and jobs have none: their changes are not audited.
 */
export interface Actor {
  userId: string | null
  keyId: number | null
  /** Null: the operation is not meant to change anything audited. If it does, the database rejects the change. */
  action: AuditAction | null
  requestId: string | null
  /** The real clock. */
  now: () => Date
}
