/** Limits for sandboxes. Each name ends with its unit. */
export const sandboxLimits = {
  /** How far a sandbox's clock can be moved at once, and how far it can be ahead of real time. */
  clockDaysEach: 366,
  clockDaysAhead: 1_830,
  maxDurationLength: 64,
  /** Number of approval batches (`approvalBatchRows`) when the clock is moved. The job approves the rest. */
  clockApprovalBatches: 10,
} as const
