export const payoutLimits = {
  payoutsPerCall: 500,
  payoutsPerBatch: 5_000,
  /** Number of batches offered for a payment file. */
  openBatches: 100,
  payoutBatchCommissions: 100_000,
  payoutPartners: 500,
  /** Number of partners listed per reason that balances are excluded. */
  waitingPartners: 100,
  /** A partner is asked for payout details by email at most once in this period. */
  detailsRequestDays: 7,
  /** Maximum number of one program's scheduled batches per run, so other programs get their turn. */
  scheduledBatches: 20,
  scheduledPayoutsEveryMs: 60 * 60 * 1000,
  payoutFileBytes: 2 * 1024 * 1024,
  payoutFileRows: 5_000,
  payoutFileColumns: 100,
} as const
