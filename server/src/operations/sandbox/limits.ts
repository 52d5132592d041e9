/** Limits. Each name ends with its unit. */
export const sandboxLimits = {
  /** How far the clock of a sandbox goes at once, and in all ahead of the real one. */
  clockDaysEach: 366,
  clockDaysAhead: 1_830,
  durationChars: 64,
  /** So many times `approvalBatchRows` are approved where a clock moves; what is left the job takes. */
  clockApprovalBatches: 10,
} as const
