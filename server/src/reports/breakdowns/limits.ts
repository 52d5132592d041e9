/** Limits of breakdowns. Each name ends with its unit. */
export const breakdownLimits = {
  /** Number of the newest clicks and sales that a breakdown counts, and maximum number of values shown. */
  breakdownClicks: 100_000,
  breakdownSales: 100_000,
  breakdownValues: 5_000,
  /** Number of a partner's newest sales, and of their newest commissions, that are counted by sub-ID. */
  subIdSales: 10_000,
  /** Factor by which fewer events are counted after a timeout. */
  breakdownFewerTimes: 10,
} as const
