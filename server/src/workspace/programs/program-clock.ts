/** The clock of a program. Only sandboxes are ahead of real time. */
export interface ProgramClock {
  clock_ahead_ms: number
}

/** What `atProgramTime` needs of a program. */
export interface TimedProgram extends ProgramClock {
  id: number
  sandbox: boolean
}
