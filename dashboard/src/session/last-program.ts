const KEY = 'affiliate.program'

/** The program somebody looked at last in this browser: where `/` leads. */
export function lastProgramId(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}

export function rememberProgram(programId: string) {
  try {
    localStorage.setItem(KEY, programId)
  } catch {
    // A browser that blocks storage starts at the newest program.
  }
}
