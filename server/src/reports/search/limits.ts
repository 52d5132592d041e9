/** Limits of searches. Each name ends with its unit. */
export const searchLimits = {
  /** Maximum number of results per section. */
  results: 6,
  /** Maximum number of rejected requests for one order that are compared to find the latest one. */
  rejectedRequests: 100,
} as const
