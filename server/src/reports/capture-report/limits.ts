/** Limits of the capture report. Each name ends with its unit. */
export const captureReportLimits = {
  /** Maximum number of clicks, sales and unattributed sales that are counted, newest first. */
  clicks: 100_000,
  sales: 50_000,
  unattributedSales: 20_000,
  /** Maximum number of browsers and landing pages shown. */
  browsersShown: 30,
  pagesShown: 50,
  /** Maximum number of values read per dimension, so made-up values can't fill the memory. */
  values: 1_000,
  /** Factor by which fewer events are counted after a timeout. */
  fewerTimes: 10,
} as const
