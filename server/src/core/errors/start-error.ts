/** Something outside the program stops it from starting. The message is for the person who started it. */
export class StartError extends Error {
  override name = 'StartError'
}

/** The `code` of an error of Node or of a driver (`EEXIST`, `ECONNREFUSED`, a SQLSTATE), or undefined. */
export function errorCode(error: unknown): string | undefined {
  if (error === null || typeof error !== 'object' || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
