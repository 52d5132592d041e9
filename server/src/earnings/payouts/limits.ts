/** Limits. Each name ends with its unit. */
export const payoutLimits = {
  payoutsPerCall: 500,
  payoutsPerBatch: 5_000,
  payoutBatchCommissions: 100_000,
  payoutPartners: 500,
  /** How many partners of those who wait for one reason a batch names. */
  waitingPartners: 100,
  /** Batches that a schedule makes of one program before the next program has its turn. */
  scheduledBatches: 20,
  scheduledPayoutsEveryMs: 60 * 60 * 1000,
  payoutFileBytes: 2 * 1024 * 1024,
  payoutFileRows: 5_000,
  payoutFileColumns: 100,
} as const
