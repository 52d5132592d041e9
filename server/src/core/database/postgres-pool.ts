import { Socket } from 'node:net'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { limits } from '../config/limits.ts'
import { errorCode } from '../errors/start-error.ts'
import { isLostCommit } from './cluster-fault.ts'
import { ConnectionQueue } from './connection-queue.ts'
import {
  COMMIT_UNKNOWN,
  DatabaseMissingError,
  DatabaseUnavailableError,
  isReadOnly,
  reportOutage,
} from './database-unavailable.ts'
import { DISCARD_PLANS, executionsBetweenPlans } from './plan-age.ts'
import { isPostgresGreeting } from './postgres-greeting.rule.ts'
import { retryIfMoved } from './retry-if-moved.ts'
import { type Call, LONG_STATEMENTS } from './statement.ts'

export interface PostgresOptions {
  connectionString: string
  maxConnections: number
  /** Server-side statement timeout. */
  statementTimeoutMs: number
  /** Timeout for a free or new connection. */
  connectTimeoutMs: number
}

/** Totals since the start. */
export interface PoolTotals {
  /** Requests that got a connection, and the time they waited in total. */
  acquired: number
  waitedMs: number
  /** Requests that timed out while waiting. */
  rejected: number
  /** Connections destroyed because the server stopped responding. */
  silent: number
  /** Connections that were lost or refused. Another server may be responding since then. */
  breaks: number
}

/**
 * Opens a pool of PostgreSQL connections with bounded waits. The server cancels slow statements. A connection that
 * stays silent even then (a frozen proxy, a lost network) is destroyed, along with all idle ones, which use the same
 * route.
 */
export function openPostgresPool(options: PostgresOptions, types: pg.CustomTypesConfig) {
  const clients = new Set<WatchedClient>()
  const busy = new Set<WatchedClient>()
  /** Number of named executions across all connections. */
  let calls = 0
  const queue = new ConnectionQueue(options.maxConnections)
  const totals: PoolTotals = { acquired: 0, waitedMs: 0, rejected: 0, silent: 0, breaks: 0 }
  const pool = openPool(options, types, clients)
  // An idle connection may break at any time (the server restarts); the pool replaces it.
  pool.on('error', () => totals.breaks++)

  async function acquire(): Promise<WatchedClient> {
    const requestedAt = performance.now()
    const endWait = queue.wait(requestedAt)
    try {
      const client = (await pool.connect()) as unknown as WatchedClient
      totals.acquired++
      busy.add(client)
      client.takenAt = performance.now()
      return client
    } catch (error) {
      totals.rejected++
      totals.breaks++
      throw reportOutage(connectionError(error, busy.size >= options.maxConnections))
    } finally {
      endWait()
      totals.waitedMs += performance.now() - requestedAt
    }
  }

  function returnClient(client: WatchedClient) {
    queue.recordHoldTime(performance.now() - client.takenAt)
    busy.delete(client)
    client.release(client.isRetired)
  }

  async function send(client: WatchedClient, query: pg.QueryConfig, statementMs: number) {
    const deadline = startDeadline(statementMs, () => {
      totals.silent++
      totals.breaks++
      for (const other of clients)
        if (other === client || !busy.has(other)) other.destroy(`no response within ${statementMs} ms`)
    })
    try {
      return await client.queryAndCheckCommit(query)
    } catch (error) {
      if (isReadOnly(error)) retireOld(clients, busy)
      if (isReadOnly(error) || client.fault !== undefined) totals.breaks++
      throw reportOutage(client.fault === undefined ? error : new DatabaseUnavailableError(client.fault))
    } finally {
      deadline.stop()
    }
  }

  return {
    /**
     * Implements the interface Kysely expects. A client keeps the timeout of `LONG_STATEMENTS` until it is released.
     */
    kyselyPool: {
      async connect() {
        const client = await acquire()
        const query = createQuery((config, statementMs) => send(client, config, statementMs), options)
        // safe because cursors are never used
        return { query, release: () => returnClient(client) } as unknown as PostgresPoolClient
      },
      end,
    } satisfies PostgresPool,
    async run(call: Call): Promise<unknown[]> {
      const client = await acquire()
      try {
        if (client.needsReplanning(++calls))
          await send(client, { text: DISCARD_PLANS }, options.statementTimeoutMs)
        return (await send(client, call, options.statementTimeoutMs)).rows
      } finally {
        returnClient(client)
      }
    },
    async script(text: string): Promise<void> {
      const client = await acquire()
      try {
        await send(client, { text }, options.statementTimeoutMs)
      } finally {
        returnClient(client)
      }
    },
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    totals: (): PoolTotals => ({ ...totals }),
    connectionWait: () => queue.estimate(),
    end,
  }

  /** A silent connection never reports that it closed. */
  async function end() {
    const timer = setTimeout(() => {
      for (const client of clients) client.destroy(`no response within ${limits.closeTimeoutMs} ms`)
    }, limits.closeTimeoutMs)
    await pool.end().finally(() => clearTimeout(timer))
  }
}

/** Creates the query function of one lease. A lease can raise the statement timeout. */
function createQuery(
  execute: (query: pg.QueryConfig, statementMs: number) => Promise<pg.QueryResult>,
  { statementTimeoutMs }: PostgresOptions,
) {
  let statementMs = statementTimeoutMs
  let isFirst = true
  return async (text: string, values: unknown[]) => {
    const executeOnce = () => execute({ text, values }, statementMs)
    // Only the first statement of a lease is retried, so that no earlier one in the transaction can be lost.
    const result = await (isFirst ? retryIfMoved(executeOnce) : executeOnce())
    isFirst = false
    if (text === LONG_STATEMENTS) statementMs = Number(values[0])
    return result
  }
}

function connectionError(error: unknown, areAllInUse: boolean): DatabaseUnavailableError {
  return areAllInUse
    ? new DatabaseUnavailableError(error, 'all connections to the database are in use')
    : new DatabaseUnavailableError(error)
}

function openPool(options: PostgresOptions, types: pg.CustomTypesConfig, clients: Set<WatchedClient>) {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.maxConnections,
    connectionTimeoutMillis: options.connectTimeoutMs,
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: limits.idleTransactionMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: limits.keepAliveMs,
    types,
    application_name: 'affiliate',
    Client: WatchedClient,
  })
  // safe because the pool makes its clients of the class that it was given
  pool.on('connect', (client) => clients.add(client as unknown as WatchedClient))
  pool.on('remove', (client) => clients.delete(client as unknown as WatchedClient))
  return pool
}

/**
 * Closes older connections after a server became read-only: it was demoted, but its connections still work and would be
 * reused forever. New connections reach the current primary.
 */
function retireOld(clients: ReadonlySet<WatchedClient>, busy: ReadonlySet<WatchedClient>) {
  for (const one of clients) {
    if (performance.now() - one.openedAt < limits.readOnlyRetryMs) continue
    if (busy.has(one)) one.isRetired = true
    else one.destroy('its server is read-only')
  }
}

/**
 * Calls `onSilence` if the server doesn't respond after the statement timeout; 0 means no limit. Works in two steps: if
 * this process was suspended, a response that arrived meanwhile is read in between.
 */
function startDeadline(statementMs: number, onSilence: () => void): { stop(): void } {
  if (statementMs === 0) return { stop() {} }
  let timer = setTimeout(() => {
    timer = setTimeout(onSilence, limits.silenceMs)
  }, statementMs)
  return { stop: () => clearTimeout(timer) }
}

/** Type of the driver's own callback. */
type ConnectCallback = ((error: Error) => void) | ((error: null, client: pg.Client) => void)

/** Thrown if a cluster worker was lost before it confirmed its commit. */
class CommitUnknownError extends Error {
  override name = 'CommitUnknownError'
  readonly code = COMMIT_UNKNOWN
}

/** A client that can be destroyed and remembers why it broke: an unhandled error event would end the process. */
class WatchedClient extends pg.Client {
  /** Why the connection is unusable; undefined while it works. */
  fault: Error | undefined
  /** Whether to close the connection on release. */
  isRetired = false
  readonly openedAt = performance.now()
  /** When the client was last taken from the pool. */
  takenAt = 0
  /** Set by the pool. */
  declare release: (isBroken?: boolean) => void
  readonly #socket: Socket
  #lostCommit: DatabaseUnavailableError | undefined
  #firstBytes: Buffer | undefined
  /** Whether the peer has closed the connection. */
  #isEnded = false
  /** Number of named executions across the whole pool when this connection's plans were last discarded. */
  #plannedAt = 0

  constructor(config?: pg.ClientConfig) {
    const socket = new Socket()
    super({ ...config, stream: () => socket })
    this.#socket = socket
    socket.once('data', (bytes: Buffer) => {
      this.#firstBytes = bytes
    })
    socket.once('end', () => {
      this.#isEnded = true
    })
    this.on('error', (error: Error) => {
      this.fault ??= error
    })
    this.on('notice', (notice) => {
      if (isLostCommit(notice))
        this.#lostCommit = new DatabaseUnavailableError(new CommitUnknownError(notice.message))
    })
  }

  override connect(): Promise<pg.Client>
  override connect(callback: ConnectCallback): void
  /** Connects. If the driver only reports a failure, adds what kind of server responded. */
  override connect(callback?: ConnectCallback): Promise<pg.Client> | undefined {
    if (callback === undefined) return super.connect()
    // safe because the driver calls back in one of the two ways, and takes a function for both
    const done = callback as (error: Error | null, client: pg.Client) => void
    const onConnect = (error: Error | null, client: pg.Client) =>
      done(error === null ? null : this.#explain(error), client)
    super.connect(onConnect as ConnectCallback)
  }

  #explain(error: Error): Error {
    const peer = errorCode(error) === undefined ? this.#peer() : undefined
    return peer === undefined ? error : new DatabaseMissingError(peer, error)
  }

  #peer(): DatabaseMissingError['peer'] | undefined {
    if (this.#firstBytes === undefined) return this.#isEnded ? 'closed' : undefined
    return isPostgresGreeting(this.#firstBytes) ? undefined : 'no PostgreSQL'
  }

  /**
   * Whether the plans are too old: autovacuum runs once a minute, and not everywhere.
   * @param calls executions across the whole pool, because other connections fill the tables, too
   */
  needsReplanning(calls: number): boolean {
    if (calls - this.#plannedAt <= executionsBetweenPlans(calls)) return false
    this.#plannedAt = calls
    return true
  }

  /**
   * Sets DateStyle, because a different database or role setting would make timestamps unreadable. It is a separate
   * parameter, because poolers reject it within `options`.
   */
  getStartupConf(): Record<string, unknown> {
    // safe because the driver itself reads it; its types omit it
    const { getStartupConf } = pg.Client.prototype as unknown as {
      getStartupConf(this: pg.Client): Record<string, unknown>
    }
    return { ...getStartupConf.call(this), DateStyle: 'ISO, MDY' }
  }

  /**
   * Runs a query and checks for a lost commit.
   * @throws {DatabaseUnavailableError} if a worker may have lost the commit although the statement succeeded
   */
  async queryAndCheckCommit(query: pg.QueryConfig): Promise<pg.QueryResult> {
    this.#lostCommit = undefined
    const result = await this.query(query)
    if (this.#lostCommit !== undefined) throw this.#lostCommit
    return result
  }

  destroy(reason: string) {
    this.#socket.destroy(new Error(reason))
  }
}
