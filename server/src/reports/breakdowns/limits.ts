/** Limits. Each name ends with its unit. */
export const breakdownLimits = {
  /** The newest clicks and sales counted by a breakdown, and the most values shown. */
  breakdownClicks: 100_000,
  breakdownSales: 100_000,
  breakdownValues: 5_000,
  /** If counting times out, this many times fewer are counted. */
  breakdownFewerTimes: 10,
} as const
