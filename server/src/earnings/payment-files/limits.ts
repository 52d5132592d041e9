export const paymentFileLimits = {
  /** How far ahead a SEPA file's execution date can be. */
  executionDaysAhead: 90,
} as const
