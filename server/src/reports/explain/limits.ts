/** Limits. Each name ends with its unit. */
export const explainLimits = {
  /** Of one explanation: what is told, and how much of each kind is read for it. */
  timelineItems: 200,
  timelineSales: 100,
  timelineCustomers: 20,
  timelineRejectedRequests: 100,
  timelineClicks: 20,
  /** Clicks looked through for other visits of a session, and names for the same one in other letters. */
  timelineClicksLooked: 50_000,
  timelineNamesLooked: 50_000,
  timelinePrograms: 20,
  /** How long a link to a timeline opens it, and how many a program has at a time. */
  shareLinkHours: 24,
  shareLinksPerProgram: 100,
} as const
