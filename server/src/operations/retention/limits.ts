import { DAY_MS } from '../../core/time/time.ts'

/** Limits for click retention. Each name ends with its unit. */
export const retentionLimits = {
  /** Number of clicks read or deleted at a time. One click may take about 25 KB. */
  retentionPageRows: 500,
  /** Size from which a block of an archive ends, before compression. A block has whole pages. */
  archiveBlockBytes: 1024 * 1024,
  /** Maximum uncompressed size of a block. A page of the largest clicks takes 13 MB. */
  maxArchiveBlockBytes: 64 * 1024 * 1024,
  /** Timeout for reading one click from its archive. */
  archivedClickMs: 10_000,
  retentionEveryMs: 6 * 60 * 60 * 1000,
  /** How long an archiving process may fail to renew its lease before another one takes over. */
  retentionLeaseMs: 60_000,
  /**
   * Lock timeout for dropping a partition. Clicks queue behind it, and after a second, a click in the partition's own
   * month would be reported as a deadlock.
   */
  retentionLockWaitMs: 500,
  retentionLockTries: 3,
  retentionLockRetryMs: 1_000,
  /** How long a month's dimensions are kept after its clicks, because a late click may still arrive. */
  retentionDimensionsMs: DAY_MS,
  /** Maximum number of archives per program and month. */
  retentionParts: 1_000,
} as const
