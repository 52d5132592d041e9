import { DAY_MS } from '../../core/time/time.ts'

/** Limits. Each name ends with its unit. */
export const retentionLimits = {
  /** Rows of clicks that are read, or deleted, at a time; one may hold some 25 KB. */
  retentionPageRows: 500,
  retentionEveryMs: 6 * 60 * 60 * 1000,
  /** How long whoever archives may be silent before another process goes on. */
  retentionLeaseMs: 60_000,
  /**
   * For the lock with which a partition goes. Clicks queue behind it; a click that came for the very month of the partition
   * would be taken for a deadlock after a second.
   */
  retentionLockWaitMs: 500,
  retentionLockTries: 3,
  retentionLockRetryMs: 1_000,
  /** How long the dimensions of a month stay after its clicks: a late click may still be on its way. */
  retentionTextsMs: DAY_MS,
  /** Of archives of one program and month. */
  retentionParts: 1_000,
} as const
