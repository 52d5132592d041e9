/** Limits. Each name ends with its unit. */
export const programLimits = {
  productPolicies: 1000,
  activeApiKeys: 20,
  /** Of one program, as its queue. */
  saleBatchRows: 50,
  saleQueueRows: 2_000,
  keyUsesSavedMs: 60_000,
  analyzedEveryMs: 10_000,
  /** Whoever has so many rows in a table, and this share of all, must be known to the server's planner. */
  analyzedRows: 20,
  analyzedShare: 0.0005,
  /** Which he is when a tenth of his rows is expected. */
  analyzedTimes: 10,
  /** Where more have rows, somebody new is taken for one of many, and not for one who has none. */
  analyzedMostOwners: 1_000,
  analyzedLockWaitMs: 1_000,
  analyzedLeftMs: 5 * 60 * 1000,
  /** From a sale's arrival to the end of its batch; past it, nobody knows whether it was recorded. */
  saleWaitMs: 3_500,
} as const
