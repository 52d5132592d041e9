/** Limits. Each name ends with its unit. */
export const clickLimits = {
  repeatClickMs: 30 * 60 * 1000,
  clickBatchRows: 200,
  clickQueueRows: 20_000,
  /** Cached links, so that a click costs one query. */
  clickLinksKept: 10_000,
  /** How many values of its URL a click tries as link code. */
  clickCodes: 10,
  /** How long an `event_id` is recognized; `save_clicks` uses the same value. */
  clickEventHours: 24,
  clickEventIdChars: 64,
  clickEventPurgeRows: 10_000,
  clickEventPurgeEveryMs: 60 * 60 * 1000,
  userAgentsKept: 2_000,
  /** Cached dimensions whose first id was taken. */
  renamedDimensionsKept: 1_000,
  /** From a click's arrival to its commit; later clicks are dropped. */
  clickWaitMs: 3_500,
  /** Delay before retrying a click while its program's days are being recounted; doubles each time. */
  clickAgainMs: 50,
  clickPartitionMonthsAhead: 3,
  clickPartitionsEveryMs: 24 * 60 * 60 * 1000,
  /** How long creating a partition may block all clicks: in the job, and for a sandbox. */
  clickPartitionWaitMs: 2_000,
  sandboxPartitionWaitMs: 500,
  /** After a failed attempt, how long no sandbox blocks clicks again. */
  sandboxPartitionPauseMs: 15_000,
} as const
