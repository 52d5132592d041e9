/**
 * Thrown for a problem of the environment that keeps the process from starting. The message is shown to the operator.
 */
export class StartError extends Error {
  override name = 'StartError'
}

/** Returns the `code` of a Node or driver error (`EEXIST`, `ECONNREFUSED`, a SQLSTATE), or undefined. */
export function errorCode(error: unknown): string | undefined {
  if (error === null || typeof error !== 'object' || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
