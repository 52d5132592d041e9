/** Limits of explanations. Each name ends with its unit. */
export const explainLimits = {
  /** Maximum number of items in an explanation, and of rows read of each kind. */
  timelineItems: 200,
  timelineSales: 100,
  timelineCustomers: 20,
  timelineRejectedRequests: 100,
  timelineClicks: 20,
  /**
   * Number of the newest clicks searched for other visits in a session, and of the newest values searched for similar
   * ones.
   */
  timelineClicksLooked: 50_000,
  timelineNamesLooked: 5_000,
  timelinePrograms: 20,
  /** Number of coupon codes compared with an unknown one. */
  couponCodesCompared: 500,
} as const
