/** Limits. Each name ends with its unit. */
export const sandboxLimits = {
  /** How far a sandbox's clock can advance at once, and be ahead of real time in total. */
  clockDaysEach: 366,
  clockDaysAhead: 1_830,
  durationChars: 64,
  /** Approval batches (`approvalBatchRows`) when the clock advances; the job approves the rest. */
  clockApprovalBatches: 10,
} as const
