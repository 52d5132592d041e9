/** Limits for programs. Each name ends with its unit. */
export const programLimits = {
  productPolicies: 1000,
  activeApiKeys: 20,
  /** Maximum size of a program's batch, and of its queue. */
  saleBatchRows: 50,
  saleQueueRows: 2_000,
  keyUsesSavedMs: 10_000,
  analyzedEveryMs: 10_000,
  /** The planner must know every owner with at least this many rows and at least `analyzedShare` of the table. */
  analyzedRows: 20,
  analyzedShare: 0.0005,
  /** An owner is considered known if the planner expects at least a tenth of its rows. */
  analyzedTimes: 10,
  /** With more owners, the planner's estimate for an unknown one is good enough. */
  maxAnalyzedOwners: 1_000,
  analyzedLockWaitMs: 1_000,
  analysisPauseMs: 5 * 60 * 1000,
  /** Maximum time from the sale's arrival to the end of its batch. After that, the outcome is unknown. */
  saleWaitMs: 3_500,
} as const
