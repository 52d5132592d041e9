/** Limits of tracking requests. Each name ends with its unit. */
export const requestLimits = {
  /** The interval at which outcomes are saved, and the timeout for saving them on shutdown. */
  outcomesSavedMs: 1_000,
  finalSaveMs: 1_500,
  /**
   * Bounds of unsaved outcomes in a process: in total, and for rejected requests also per program, with a lower rate
   * during a sustained flood. Excess outcomes are counted and dropped.
   */
  bufferedPrograms: 10_000,
  callCountsNoted: 50_000,
  rejectedRequestsNoted: 4_000,
  rejectedRequestsNotedEach: 2_000,
  rejectedRequestsNotedPerSave: 100,
  /** The same bounds for all requests without a valid key together. */
  bufferedOtherPrograms: 500,
  otherCountsNoted: 5_000,
  otherRejectedRequestsNoted: 1_000,
  otherRejectedRequestsNotedEach: 250,
  otherRejectedRequestsNotedPerSave: 25,
  callProgramsEach: 500,
  /** Number of programs whose rows may be locked before the other programs wait for the next save. */
  saveFailures: 3,
  rejectedRequestRows: 200,
  /** A program with this many new rows is trimmed immediately. */
  rejectedRequestsBetweenTrims: 1_000,
  rejectedRequestTrimRows: 1_000,
  rejectedRequestPurgeEveryMs: 60 * 60 * 1000,
  /** Days of history for inactivity alerts. */
  inactivityDays: 35,
} as const
