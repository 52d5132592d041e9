import type { MissingEventType } from '../../tracking/processors/event-symptom.ts'

export type Check =
  | 'settings'
  | 'secret'
  | 'database'
  | 'schema'
  | 'clock'
  | 'disk'
  | 'migration_space'
  | 'currencies'
  | 'partitions'
  | 'jobs'
  | 'backup'
  | 'retention'
  | 'webhooks'
  | 'processor'
  | 'mail'
  | 'pool'
  | 'public_address'
  | 'proxy'
  | 'cookies'

/** The result of a check. `unknown` means that it could not run. */
export interface Finding {
  check: Check
  severity: 'ok' | 'warning' | 'failed' | 'unknown'
  /** The finding, as a sentence. */
  found: string
  /** How to fix the problem; undefined if there is nothing to do. */
  remedy: string | undefined
}

export interface TableSize {
  name: string
  bytes: number
  /** Number of rows, as estimated by the planner. */
  rows: number
  /** Names of valid indexes. Older processes don't send them. */
  indexes?: string[]
}

/** The state of a database. Timestamps are RFC 3339, because reports are sent between processes. */
export interface DatabaseReport {
  serverVersion: number
  /** The time by the database's clock. */
  now: string
  /** Numbers of the applied migrations. */
  applied: string[]
  /** Pending migrations of this version, and applied ones that it doesn't know about. */
  migrations: { pending: string[]; unknown: string[] }
  bytes: number
  tables: TableSize[]
  /** Connections that this user may open, and connections that others use. Only for servers. */
  connections: { allowed: number; others: number } | undefined
  /** Fingerprint of the `APP_SECRET` in use; undefined before the first start. */
  secretFingerprint?: string | undefined
  /** `host:port` of a cluster worker that doesn't respond; tables and `work` were not checked. */
  workerUnavailable?: string | undefined
  /** State of the service's own tables; undefined if their schema has a different version. */
  work: WorkReport | undefined
}

/** The latest month with payouts or statements, if it isn't the expected one. */
export interface UnexpectedMonth {
  program_id: number
  of: 'payouts' | 'statements'
  month: string
  is_ahead: boolean
}

/** Processor events that a program doesn't receive. */
export interface ProcessorIssues {
  program_id: number
  missing: MissingEventType[]
  /** Number of commissions that are waiting for the event. */
  held: number
}

export interface WorkReport {
  /** All currencies ever configured. Older processes don't send them. */
  currencies?: string[]
  /** Months without their own click partition. */
  missingPartitions: string[]
  backlog: { waiting: number; oldest: string | undefined }
  /** Failing webhooks, starting with those that have failed longest. */
  failing: { program_id: number; host: string; since: string; error: string }[]
  /** End of the oldest expired hold whose commission is still pending. */
  dueCommissionSince: string | undefined
  /** The oldest delivery that should have been deleted. */
  unpurgedSince: string | undefined
  /** Months whose clicks should have been deleted. */
  overdueClicks: string[]
  /** The newest click archive. Older services don't send it. */
  newestArchive?: { name: string; place: string } | undefined
  /** Older services don't send this. */
  mails?: {
    dueSince: string | undefined
    failed: number
    error: string | undefined
    /** Time of the last attempt. */
    triedAt?: string | undefined
  }
  /** Months whose payouts or statements are late or were recorded too early. Older services don't send them. */
  unexpectedMonths?: UnexpectedMonth[]
  /** Time of the last successful `affiliate backup`. */
  backedUpAt?: string | undefined
  /** Programs that don't receive all processor events. Older services don't send them. */
  processors?: ProcessorIssues[]
  /** The newest event, except in sandboxes. */
  newestEvent: string | undefined
}

export interface DiskFigures {
  freeBytes: number
  totalBytes: number
}

/** The public URL's response. */
export type PublicResponse =
  | { kind: 'unreachable'; reason: string }
  | { kind: 'another'; status: number; location: string | undefined }
  | { kind: 'own'; isForwarded: boolean; ip: string; cookies: string[] }

export function ok(check: Check, found: string): Finding {
  return { check, severity: 'ok', found, remedy: undefined }
}

export function failure(check: Check, found: string, remedy: string): Finding {
  return { check, severity: 'failed', found, remedy }
}

export function warning(check: Check, found: string, remedy: string): Finding {
  return { check, severity: 'warning', found, remedy }
}

export function unknown(check: Check, found: string, remedy?: string): Finding {
  return { check, severity: 'unknown', found, remedy }
}
