import type { AuditAction } from './enums.ts'

/**
 * The actor recorded in the audit log: a person, a management key, or neither for the command line. Visitors,
 * merchants' servers, processors and jobs have no actor, because their changes aren't audited.
 */
export interface Actor {
  userId: string | null
  keyId: number | null
  /** Null if the operation must not change audited data; the database then rejects such a change. */
  action: AuditAction | null
  requestId: string | null
  /** The real clock. */
  now: () => Date
}
