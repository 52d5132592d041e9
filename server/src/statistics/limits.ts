/** Limits. Each name ends with its unit. */
export const statisticsLimits = {
  linksRolledUpEveryMs: 60 * 60 * 1000,
  /** A change of the time zone computes the days itself: this finishes what was killed. */
  daysAssignedEveryMs: 60_000,
  /** Of one statement of a job, a migration or the demo, which nobody waits for. */
  jobStatementTimeoutMs: 60_000,
} as const
