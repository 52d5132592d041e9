/** Limits for setup. Each name ends with its unit. */
export const setupLimits = {
  secretCheckIntervalMs: 10_000,
} as const
