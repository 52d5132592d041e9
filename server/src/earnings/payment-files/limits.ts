export const paymentFileLimits = {
  /** How far ahead the execution date of a SEPA file can be. */
  executionDaysAhead: 90,
} as const
