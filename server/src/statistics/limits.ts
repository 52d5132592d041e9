/** Names end with their unit. */
export const statisticsLimits = {
  linksRolledUpEveryMs: 60 * 60 * 1000,
  /** Changing the time zone recomputes the days itself; this finishes interrupted runs. */
  daysAssignedEveryMs: 60_000,
  /** For statements of jobs, migrations and the demo, which no client waits for. */
  jobStatementTimeoutMs: 60_000,
} as const
