import type { AuditAction } from './enums.ts'

/**
 * Who makes a change, for the audit log: a person, a management key, or neither for the command line. Visitors,
 * merchants' servers, processors and jobs have none: their changes aren't audited.
 */
export interface Actor {
  userId: string | null
  keyId: number | null
  /** Null: the operation must not change anything audited. If it does, the database rejects the change. */
  action: AuditAction | null
  requestId: string | null
  /** The real clock. */
  now: () => Date
}
