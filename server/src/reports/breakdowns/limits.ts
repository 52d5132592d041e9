/** Limits. Each name ends with its unit. */
export const breakdownLimits = {
  /** A breakdown looks at so many of the newest clicks or sales, and shows so many values of clicks. */
  breakdownClicks: 100_000,
  breakdownSales: 100_000,
  breakdownValues: 5_000,
  /** Where these take longer than a statement may, the newest are scanned at: so many times fewer. */
  breakdownFewerTimes: 10,
} as const
