/** Limits. Each name ends with its unit. */
export const paymentFileLimits = {
  /** How far ahead the money of a SEPA file may leave. */
  executionDaysAhead: 90,
} as const
