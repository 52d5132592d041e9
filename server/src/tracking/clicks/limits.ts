/** Limits. Each name ends with its unit. */
export const clickLimits = {
  repeatClickMs: 30 * 60 * 1000,
  clickBatchRows: 200,
  clickQueueRows: 20_000,
  /** Cached, so that a click costs one call. */
  clickLinksKept: 10_000,
  /** How many values of its address a click tries as its link code. */
  clickCodes: 10,
  /** How long a retried click is recognized by its `event_id`, as `save_clicks` compares it too. */
  clickEventHours: 24,
  clickEventIdChars: 64,
  clickEventPurgeRows: 10_000,
  clickEventPurgeEveryMs: 60 * 60 * 1000,
  userAgentsKept: 2_000,
  /** Contents of clicks whose first id was taken. */
  renamedDimensionsKept: 1_000,
  /** From a click's arrival to its commit; past it, the click is given up. */
  clickWaitMs: 3_500,
  /** Before a click is tried again whose program's days are being counted anew; then twice as long each time. */
  clickAgainMs: 50,
  clickPartitionMonthsAhead: 3,
  clickPartitionsEveryMs: 24 * 60 * 60 * 1000,
  /** How long all clicks may be kept waiting to make a partition: for what comes by itself, and for a sandbox. */
  clickPartitionWaitMs: 2_000,
  sandboxPartitionWaitMs: 500,
  /** When that was in vain, no sandbox keeps them waiting again for so long. */
  sandboxPartitionPauseMs: 15_000,
} as const
