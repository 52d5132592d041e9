/** Limits of the capture report. Each name ends with its unit. */
export const captureReportLimits = {
  /** Newest clicks, sales and unattributed sales that are counted. */
  clicks: 100_000,
  sales: 50_000,
  unattributedSales: 20_000,
  /** Browsers and landing pages shown, by clicks and sales. */
  browsersShown: 30,
  pagesShown: 50,
  /** Values read per dimension, so that made-up ones can't fill the memory. */
  values: 1_000,
  /** Factor by which fewer events are counted after a timeout. */
  fewerTimes: 10,
} as const
