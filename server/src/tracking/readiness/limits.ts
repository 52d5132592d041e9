/** Limits of the readiness report. Each name ends with its unit. */
export const readinessLimits = {
  /** Older events don't show that the integration works today. */
  evidenceDays: 30,
  /** How many of the newest events and rejected requests of each kind are read. */
  eventsRead: 100,
  /** How long a test link counts as polled, and how many of the newest ones are looked at. */
  testPolledMs: 5_000,
  testsWatched: 200,
} as const
