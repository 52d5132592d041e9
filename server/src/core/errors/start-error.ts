const START_ERROR = Symbol.for('affiliate.start-error')

/**
 * Thrown for a problem in the environment that keeps the process from starting. The message is shown to the operator.
 */
export class StartError extends Error {
  override name = 'StartError'
  get [START_ERROR]() {
    return true
  }
}

/**
 * Whether the message of an error is for the operator. Unlike `instanceof`, it recognizes errors of the service, which is
 * bundled with its own copy of the class (`bin/bundle.js`).
 */
export function isStartError(error: unknown): error is StartError {
  return error instanceof Error && START_ERROR in error
}

/** Returns the `code` of a Node or driver error (`EEXIST`, `ECONNREFUSED`, a SQLSTATE), or undefined. */
export function errorCode(error: unknown): string | undefined {
  if (error === null || typeof error !== 'object' || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
