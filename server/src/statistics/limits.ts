/** Limits for statistics. Each name ends with its unit. */
export const statisticsLimits = {
  linksRolledUpEveryMs: 60 * 60 * 1000,
  clickValuesRolledUpEveryMs: 60 * 60 * 1000,
  /** A click is saved within this time after it was received. */
  clickSaveMs: 60 * 60 * 1000,
  /** Number of values per dimension and day that are counted separately. */
  clickValuesPerDay: 5_000,
  sumsRolledUpEveryMs: 60_000,
  sumEntriesPerStatement: 50_000,
  /** A time zone change recalculates the days itself. This job finishes interrupted recalculations. */
  daysAssignedEveryMs: 60_000,
  /** Timeout for statements of jobs, migrations and the demo, for which no client is waiting. */
  jobStatementTimeoutMs: 60_000,
} as const
