import { unreachableWorkerText, workerUnavailableError } from '../core/database/cluster-fault.ts'
import { isStartError } from '../core/errors/start-error.ts'

/** Returns the message of an expected error, or the stack of an unexpected one. */
export function errorText(error: unknown): string {
  if (isStartError(error)) return error.message
  const worker = workerUnavailableError(error)
  if (worker !== undefined) return unreachableWorkerText(worker)
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
