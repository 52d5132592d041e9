/** Limits. Each name ends with its unit. */
export const requestLimits = {
  /** What became of track calls is saved this often, and when the service stops for at most the second. */
  callsSavedMs: 1_000,
  callsGoodbyeMs: 1_500,
  /**
   * What of it waits in a process at most, of refusals also of one program: as many at once, and of a flood that goes on
   * so many more with each save. What there is no room for is counted, and dropped.
   */
  callProgramsNoted: 10_000,
  callCountsNoted: 50_000,
  rejectedRequestsNoted: 4_000,
  rejectedRequestsNotedEach: 2_000,
  rejectedRequestsNotedPerSave: 100,
  /** The same of what callers without a good key tell, all of them together. */
  otherProgramsNoted: 500,
  otherCountsNoted: 5_000,
  otherRejectedRequestsNoted: 1_000,
  otherRejectedRequestsNotedEach: 250,
  otherRejectedRequestsNotedPerSave: 25,
  callProgramsEach: 500,
  /** Programs whose rows somebody holds, before the rest waits for the next time. */
  callSaveFailures: 3,
  rejectedRequestRows: 200,
  /** A program that got so many since its last trim is trimmed at once. */
  rejectedRequestsBetweenTrims: 1_000,
  rejectedRequestTrimRows: 1_000,
  rejectedRequestPurgeEveryMs: 60 * 60 * 1000,
  /** How many days are looked at for silence. */
  inactivityDays: 35,
} as const
