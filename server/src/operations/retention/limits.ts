import { DAY_MS } from '../../core/time/time.ts'

/** Limits. Each name ends with its unit. */
export const retentionLimits = {
  /** Clicks read or deleted at a time; one may take about 25 KB. */
  retentionPageRows: 500,
  retentionEveryMs: 6 * 60 * 60 * 1000,
  /** How long an archiving process may be silent before another one takes over. */
  retentionLeaseMs: 60_000,
  /**
   * Lock timeout for dropping a partition. Clicks queue behind it, and a click in the partition's own month would be
   * reported as a deadlock after a second.
   */
  retentionLockWaitMs: 500,
  retentionLockTries: 3,
  retentionLockRetryMs: 1_000,
  /** How long a month's dimensions outlive its clicks, because a late click may still arrive. */
  retentionTextsMs: DAY_MS,
  /** Archives of one program and month. */
  retentionParts: 1_000,
} as const
