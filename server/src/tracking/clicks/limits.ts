/** Limits for clicks. Each name ends with its unit. */
export const clickLimits = {
  repeatClickMs: 30 * 60 * 1000,
  clickBatchRows: 200,
  clickQueueRows: 20_000,
  /** Number of cached links. With the cache, a click takes one query. */
  clickLinksKept: 10_000,
  /** Number of values in a click's URL that are tried as link codes. */
  clickCodes: 10,
  /** How long an `event_id` is recognized. `save_clicks` uses the same value. */
  clickEventHours: 24,
  maxClickEventIdLength: 64,
  clickEventPurgeRows: 10_000,
  clickEventPurgeEveryMs: 60 * 60 * 1000,
  userAgentsKept: 2_000,
  /** Number of cached dimensions whose first ID belongs to other content. */
  renamedDimensionsKept: 1_000,
  /** Maximum time from a click's arrival to its commit. Clicks that take longer fail with an error. */
  clickWaitMs: 3_500,
  /** Delay before a click is retried while its program's days are being recalculated. Doubles with each attempt. */
  clickAgainMs: 50,
  /** How long a redirect link uses a program's site URL before reading it again. */
  redirectSiteMs: 30_000,
  /** How long a test link works. */
  testLinkHours: 24,
  clickPartitionMonthsAhead: 3,
  clickPartitionsEveryMs: 24 * 60 * 60 * 1000,
  /** How long creating a partition may block all clicks: in the job, and for a sandbox. */
  clickPartitionWaitMs: 2_000,
  sandboxPartitionWaitMs: 500,
  /** Minimum time between a failed attempt and the next attempt by any sandbox. */
  sandboxPartitionPauseMs: 15_000,
} as const
