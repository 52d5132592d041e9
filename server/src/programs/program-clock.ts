/** What says which time it is for a program. Only a sandbox is ahead of the real clock. */
export interface ProgramClock {
  clock_ahead_ms: number
}
