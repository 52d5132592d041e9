/** Limits of breakdowns. Each name ends with its unit. */
export const breakdownLimits = {
  /** Number of the newest clicks that a breakdown counts, in addition to rolled-up clicks. */
  breakdownClicks: 5_000_000,
  /** Number of the newest sales that a breakdown counts. */
  breakdownSales: 100_000,
  /** Maximum number of values. */
  breakdownValues: 5_000,
  /** Number of a partner's newest sales, and of their newest commissions, that are counted by sub-ID. */
  subIdSales: 10_000,
  /** Factor by which fewer events are counted after a timeout. */
  breakdownFewerTimes: 10,
} as const
