const KEY = 'affiliate.program'

/** Returns the program last visited in this browser, which `/` redirects to. */
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
    // Without storage, the newest program is opened.
  }
}
