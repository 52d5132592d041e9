/** A program's clock. Only sandboxes are ahead of real time. */
export interface ProgramClock {
  clock_ahead_ms: number
}

/** The columns of a program that `atProgramTime` needs. */
export interface TimedProgram extends ProgramClock {
  id: number
  sandbox: boolean
}
