/**
 * Errors in a cluster in transition (a shard moves, a worker is unavailable, a node restarts):
 * - `moved`: the statement used stale metadata. It was rolled back and succeeds when retried.
 * - `conflict`: the database aborted it in favor of another writer. A cluster may report this after the program's
 * worker has committed.
 * - `away`: a node is unreachable. The statement may or may not have been executed. All of them are safe to retry:
 * every write is one statement or one transaction, with a key that makes it idempotent.
 */
export type ClusterFault = 'moved' | 'conflict' | 'away'

/** Citus reports these errors without a specific SQLSTATE. */
const INTERNAL = 'XX000'

const MOVED = [
  'cannot execute a distributed query from a query on a shard',
  'could not find valid entry for shard',
  /^could not find any (healthy |shard )*placements? for shard/i,
  /^could not open relation with OID \d/,
  /^cache lookup failed for /,
  'tuple concurrently updated',
  'tuple concurrently deleted',
]

const UNREACHABLE_MESSAGES = [
  'failure on connection marked as essential',
  'failure while executing parallel inserts',
  'connection to the remote node',
  'lost synchronization with server',
  'server closed the connection unexpectedly',
]

/** Citus rejects a statement if a move replaced the placements of its tables while it was being planned. */
const SPLIT_PLACEMENTS = [
  'cannot find a worker that has active placements for all shards in the query',
  'found no worker with all shard placements',
]

/** A shard's name is the table's name and a number. */
const MISSING_SHARD = /relation "[^"]*_\d{6,}" does not exist/

const STATES: ReadonlyMap<string, ClusterFault> = new Map([
  ['40001', 'conflict'], // serialization_failure
  ['40P01', 'conflict'], // deadlock_detected
  ['55006', 'moved'], // object_in_use
  ['57P01', 'away'], // admin_shutdown
  ['57P02', 'away'], // crash_shutdown
  ['57P03', 'away'], // cannot_connect_now
  ['53300', 'away'], // too_many_connections
])

/** Classifies a driver error as a cluster fault. Returns undefined for any other error. */
export function clusterFault(error: unknown): ClusterFault | undefined {
  const { code, message } = readFault(error)
  if (code === undefined) return undefined
  const cause = STATES.get(code)
  if (cause !== undefined) return cause
  if (code.startsWith('08')) return 'away'
  if (code === '42P01') return MISSING_SHARD.test(message) ? 'moved' : undefined
  if (code === '0A000') return matchesMessage(message, SPLIT_PLACEMENTS) ? 'moved' : undefined
  if (code !== INTERNAL && code !== '22023') return undefined
  if (matchesMessage(message, MOVED)) return 'moved'
  return matchesMessage(message, UNREACHABLE_MESSAGES) ? 'away' : undefined
}

/** Returns the unreachable worker in a coordinator's error, as `host:port`. */
export function workerUnavailableError(error: unknown): string | undefined {
  const { code, message } = readFault(error)
  if (code === undefined || clusterFault(error) !== 'away') return undefined
  const addressMatch =
    /^connection to the remote node (?:.*@)?(\S+:\d+) failed/.exec(message) ??
    /marked as essential: (\S+:\d+)/.exec(message) ??
    /^failed to commit transaction on (\S+:\d+)/.exec(message)
  return addressMatch?.[1]
}

export function unreachableWorkerText(worker: string): string {
  return (
    `Worker ${worker} of the cluster is unreachable. Start it, or make sure the coordinator can reach it, then retry; ` +
    'docs/scale.md explains what is affected.'
  )
}

/**
 * Whether a notice is the coordinator's warning that a worker was lost before its commit, although the statement
 * succeeded.
 */
export function isLostCommit(warning: unknown): boolean {
  return readFault(warning).message.startsWith('failed to commit transaction on ')
}

function matchesMessage(message: string, patterns: readonly (string | RegExp)[]): boolean {
  return patterns.some((one) => (typeof one === 'string' ? message.startsWith(one) : one.test(message)))
}

function readFault(error: unknown): { code: string | undefined; message: string } {
  if (error === null || typeof error !== 'object') return { code: undefined, message: '' }
  const [code, message] = [Reflect.get(error, 'code'), Reflect.get(error, 'message')]
  return {
    code: typeof code === 'string' ? code : undefined,
    message: typeof message === 'string' ? message : '',
  }
}
