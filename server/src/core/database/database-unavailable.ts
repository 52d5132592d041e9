import { AsyncLocalStorage } from 'node:async_hooks'
import { clusterFault } from './cluster-fault.ts'

/**
 * Thrown if the database was unreachable or timed out. The work may or may not have been done; all writes are safe to
 * retry.
 */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError'
  /** Code from the system or PostgreSQL, such as ECONNREFUSED or 57P03. */
  readonly code: string | undefined

  /** @param message describes failures that aren't caused by an unreachable database */
  constructor(
    cause: unknown,
    message = `the database is unreachable: ${cause instanceof Error ? cause.message : 'no reason given'}`,
  ) {
    super(message, { cause })
    this.code = getErrorCode(cause)
  }
}

/** Thrown if a connection was accepted but failed before it was usable. */
export class DatabaseMissingError extends Error {
  override name = 'DatabaseMissingError'
  /**
   * `closed`: closed without a message, as proxies do before their database is up. `no PostgreSQL`: the server is
   * something else.
   */
  readonly peer: 'closed' | 'no PostgreSQL'

  constructor(peer: DatabaseMissingError['peer'], cause: Error) {
    super(cause.message, { cause })
    this.peer = peer
  }
}

/** Returns the peer found by a failed connection, if known: the driver may have wrapped its own error around it. */
export function findPeer(error: unknown): DatabaseMissingError['peer'] | undefined {
  if (error instanceof DatabaseMissingError) return error.peer
  return error instanceof Error && error.cause !== undefined ? findPeer(error.cause) : undefined
}

/**
 * SQLSTATEs, besides cluster faults, that are caused by the server rather than the statement: out of memory, disk space
 * or time, or read-only.
 */
const STATES: ReadonlySet<string> = new Set([
  '25006', // read_only_sql_transaction: a standby, or a server that stopped accepting writes
  '25P03', // idle_in_transaction_session_timeout
  '53000', // insufficient_resources
  '53100', // disk_full
  '53200', // out_of_memory
  '55P03', // lock_not_available
  '57014', // query_canceled: the statement timeout
  '57P05', // idle_session_timeout
  '58000', // system_error
  '58030', // io_error
])

/** Whether an error means that the database is temporarily unavailable rather than that the request was wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return (
    error instanceof DatabaseUnavailableError ||
    STATES.has(getErrorCode(error) ?? '') ||
    clusterFault(error) !== undefined
  )
}

/** Whether the database responded but one of its workers didn't. Data on the other workers is usable. */
export function isWorkerUnavailable(error: unknown): boolean {
  return !(error instanceof DatabaseUnavailableError) && clusterFault(error) === 'away'
}

/** SQLSTATE `transaction_resolution_unknown`. */
export const COMMIT_UNKNOWN = '08007'

/** Whether a worker was lost before it confirmed the commit. The transaction's other workers have committed. */
export function isCommitUnknown(error: unknown): boolean {
  return error instanceof DatabaseUnavailableError && error.code === COMMIT_UNKNOWN
}

/** Whether the server rejects writes because it is a standby or a former primary. */
export function isReadOnly(error: unknown): boolean {
  return getErrorCode(error) === '25006'
}

function getErrorCode(error: unknown): string | undefined {
  if (error === null || typeof error !== 'object' || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

const outageContext = new AsyncLocalStorage<{ outage: unknown }>()

/** Reports the outage to the current observer. @returns the error to throw */
export function reportOutage(error: unknown): unknown {
  const watch = outageContext.getStore()
  if (watch !== undefined && isDatabaseUnavailable(error)) watch.outage ??= error
  return error
}

/**
 * Runs library code that hides why it failed.
 * @param hasFailed whether the returned value means failure; an exception always does
 * @throws the database outage, if there was one and the work failed
 */
export function reportOutages<Result>(
  work: () => Promise<Result>,
  hasFailed: (result: Result) => boolean = () => false,
): Promise<Result> {
  return outageContext.run({ outage: undefined }, async () => {
    try {
      const result = await work()
      if (hasFailed(result)) throwOutage()
      return result
    } catch (error) {
      throwOutage()
      throw error
    }
  })
}

function throwOutage() {
  const outage = outageContext.getStore()?.outage
  if (outage !== undefined) throw outage
}
