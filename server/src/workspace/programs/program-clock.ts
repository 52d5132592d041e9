/** What says which time it is for a program. Only a sandbox is ahead of the real clock. */
export interface ProgramClock {
  clock_ahead_ms: number
}

/** A program by what `atProgramTime` has to know of it. */
export interface TimedProgram extends ProgramClock {
  id: number
  sandbox: boolean
}
