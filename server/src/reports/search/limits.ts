/** Limits. Each name ends with its unit. */
export const searchLimits = {
  /** Results per section. */
  results: 6,
  /** Rejected requests of one order that are compared to find the latest. */
  rejectedRequests: 100,
} as const
