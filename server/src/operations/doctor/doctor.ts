import type { MissingEventType } from '../../tracking/processors/event-sign.ts'

/** What was looked at. */
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

/** What was found there. `unknown` is what could not be looked at. */
export interface Finding {
  check: Check
  severity: 'ok' | 'warning' | 'failed' | 'unknown'
  /** What it is, in words. */
  found: string
  /** What to do about it; undefined where nothing is to be done. */
  todo: string | undefined
}

export interface TableSize {
  name: string
  bytes: number
  /** As the planner estimates them. */
  rows: number
  /** Its indexes that are whole; a process of an older version does not say. */
  indexes?: string[]
}

/** What a database tells of itself. Instants are RFC 3339, so that it may go from one process to another. */
export interface DatabaseReport {
  serverVersion: number
  /** By its own clock. */
  now: string
  /** The numbers of the migrations that it has. */
  applied: string[]
  /** Migrations of this version that are still to be applied, and applied ones that it does not know. */
  migrations: { pending: string[]; unknown: string[] }
  bytes: number
  tables: TableSize[]
  /** How many connections this user may have at once, and how many others have now; of a server alone. */
  connections: { allowed: number; others: number } | undefined
  /** Of the `APP_SECRET` that the data depends on; undefined before the first start. */
  secretFingerprint?: string | undefined
  /** `host:port` of a worker of the cluster that does not answer: the tables and `work` could not be looked at. */
  workerAway?: string | undefined
  /** What the product's own tables tell; undefined while their schema is another. */
  work: WorkReport | undefined
}

/** The last month whose payouts or statements are made, of a program where it should be another one. */
export interface OddMonth {
  program_id: number
  of: 'payouts' | 'statements'
  month: string
  is_ahead: boolean
}

/** What a program does not receive of its payment processor. */
export interface ProcessorTrouble {
  program_id: number
  missing: MissingEventType[]
  /** Commissions that wait for it. */
  held: number
}

export interface WorkReport {
  /** Those that the installation was ever started with; a process of an older version does not say. */
  currencies?: string[]
  /** Months for which clicks have no partition of their own. */
  missingPartitions: string[]
  backlog: { waiting: number; oldest: string | undefined }
  /** Webhooks that fail, the longest first. */
  failing: { program_id: number; host: string; since: string; error: string }[]
  /** The oldest hold that has ended, and whose commission is still pending. */
  dueCommissionSince: string | undefined
  /** The oldest delivery that should have been purged. */
  unpurgedSince: string | undefined
  /** Months whose clicks should have gone. */
  overdueClicks: string[]
  /** The archive of clicks that was written last; a service of an older version does not tell it. */
  newestArchive?: { name: string; place: string } | undefined
  /** A service of an older version does not tell it. */
  mails?: {
    dueSince: string | undefined
    failed: number
    error: string | undefined
    /** When one was tried last. */
    triedAt?: string | undefined
  }
  /** Months of payouts and statements that are late, or noted before they came; an older service does not tell it. */
  oddMonths?: OddMonth[]
  /** When `affiliate backup` last succeeded. */
  backedUpAt?: string | undefined
  /** Programs that do not receive every event of their processor; missing from a service of an older version. */
  processors?: ProcessorTrouble[]
  /** The newest event that was recorded, but for sandboxes. */
  newestEvent: string | undefined
}

export interface DiskFigures {
  freeBytes: number
  totalBytes: number
}

/** What answers at the public address. */
export type PublicResponse =
  | { kind: 'unreachable'; reason: string }
  | { kind: 'another'; status: number; location: string | undefined }
  | { kind: 'own'; isForwarded: boolean; ip: string; cookies: string[] }

export function ok(check: Check, found: string): Finding {
  return { check, severity: 'ok', found, todo: undefined }
}

export function failed(check: Check, found: string, todo: string): Finding {
  return { check, severity: 'failed', found, todo }
}

export function warning(check: Check, found: string, todo: string): Finding {
  return { check, severity: 'warning', found, todo }
}

export function unknown(check: Check, found: string, todo?: string): Finding {
  return { check, severity: 'unknown', found, todo }
}
