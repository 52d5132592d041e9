import { AsyncLocalStorage } from 'node:async_hooks'
import { clusterFault } from './cluster-fault.ts'

/**
 * The database could not be reached, or did not answer in time. What was under way may have been done or not: whoever
 * asked sends it again, and every write of the service is made so that it may be.
 */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
  /** Of the system or of PostgreSQL, such as ECONNREFUSED or 57P03. */
  readonly code: string | undefined

  /** @param message says what happened where a database that answers is not at fault */
  constructor(
    cause: unknown,
    message = `the database cannot be reached: ${cause instanceof Error ? cause.message : 'no reason given'}`,
  ) {
    super(message, { cause })
    this.code = codeOf(cause)
  }
}

/** A connection that somebody took, and that came to nothing although he did not stay silent. */
export class NoDatabaseThere extends Error {
  override name = 'NoDatabaseThere'
  /** It was closed without a word, as a proxy does whose database is not there yet; or something else answered. */
  readonly peer: 'closed' | 'no PostgreSQL'

  constructor(peer: NoDatabaseThere['peer'], cause: Error) {
    super(cause.message, { cause })
    this.peer = peer
  }
}

/** Who was at the other end, as far as that is known: a driver that waited has put its own error around it. */
export function peerOf(error: unknown): NoDatabaseThere['peer'] | undefined {
  if (error instanceof NoDatabaseThere) return error.peer
  return error instanceof Error && error.cause !== undefined ? peerOf(error.cause) : undefined
}

/**
 * What PostgreSQL says of itself rather than of the statement, beside the faults of a cluster: it has no room for memory or
 * on its disk, may only be read, or gave the statement up for the time it took.
 */
const STATES: ReadonlySet<string> = new Set([
  '25006', // read_only_sql_transaction: a standby, or a service that has stopped writes
  '25P03', // idle_in_transaction_session_timeout
  '53000', // insufficient_resources
  '53100', // disk_full
  '53200', // out_of_memory
  '55P03', // lock_not_available
  '57014', // query_canceled: the statement's limit
  '57P05', // idle_session_timeout
  '58000', // system_error
  '58030', // io_error
])

/** Whether an error says that database unavailable for now, not that the call was wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return (
    error instanceof DatabaseUnavailable ||
    STATES.has(codeOf(error) ?? '') ||
    clusterFault(error) !== undefined
  )
}

/** Whether the database answered, and said that one of its workers did not: what is on the others can be used. */
export function isWorkerAway(error: unknown): boolean {
  return !(error instanceof DatabaseUnavailable) && clusterFault(error) === 'away'
}

/** SQLSTATE `transaction_resolution_unknown`. */
export const COMMIT_UNKNOWN = '08007'

/** Whether a worker was lost before it confirmed the commit: the other workers of the transaction have committed. */
export function isCommitUnknown(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && error.code === COMMIT_UNKNOWN
}

/** Whether a server refuses to write: a standby, or one that was the first until another took over. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === '25006'
}

function codeOf(error: unknown): string | undefined {
  if (error === null || typeof error !== 'object' || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

const watched = new AsyncLocalStorage<{ outage: unknown }>()

/** Tells whoever watches this piece of work. @returns the error, to be thrown */
export function noteOutage(error: unknown): unknown {
  const watch = watched.getStore()
  if (watch !== undefined && isDatabaseUnavailable(error)) watch.outage ??= error
  return error
}

/**
 * Runs work of a library that hides why it failed.
 * @param hasFailed whether what it returned says so; what it throws does anyway
 * @throws the outage of the database, when there was one and the work failed
 */
export function tellingOutages<Result>(
  work: () => Promise<Result>,
  hasFailed: (result: Result) => boolean = () => false,
): Promise<Result> {
  return watched.run({ outage: undefined }, async () => {
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
  const outage = watched.getStore()?.outage
  if (outage !== undefined) throw outage
}
