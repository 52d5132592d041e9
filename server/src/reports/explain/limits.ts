/** Limits. Each name ends with its unit. */
export const explainLimits = {
  /** Items shown in one explanation, and rows read of each kind. */
  timelineItems: 200,
  timelineSales: 100,
  timelineCustomers: 20,
  timelineRejectedRequests: 100,
  timelineClicks: 20,
  /** Clicks searched for other visits of a session, and values searched for other spellings. */
  timelineClicksLooked: 50_000,
  timelineNamesLooked: 50_000,
  timelinePrograms: 20,
} as const
