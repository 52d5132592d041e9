import { setFlagsFromString } from 'node:v8'
import type { PGlite } from '@electric-sql/pglite'
import {
  CompiledQuery,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type Transaction,
} from 'kysely'
import type { CustomTypesConfig } from 'pg'
import type { ConnectionWait } from '../http/admission.rule.ts'
import { ConnectionQueue } from './connection-queue.ts'
import { DatabaseUnavailableError, reportOutage } from './database-unavailable.ts'
import {
  type EmbeddedEngine,
  EmbeddedEngines,
  openEngine,
  requireCluster,
  wrapEngine,
} from './embedded-engine.ts'
import { EmbeddedStatements } from './embedded-statements.ts'
import type { PoolTotals, PostgresOptions } from './postgres-pool.ts'
import { retryIfMoved } from './retry-if-moved.ts'
import type { OuterTransaction } from './savepoints.ts'
import type { Schema } from './schema.ts'
import type { Call } from './statement.ts'

/** The parameter of functions in `.sql` files: the database or a transaction. */
export type Queries = Kysely<Schema> | Transaction<Schema>

/** A row returned by a function in a `.sql` file, alone or in a list. */
export type QueryRow<Query extends (...args: never[]) => Promise<unknown>> = NonNullable<
  Awaited<ReturnType<Query>> extends readonly (infer Row)[] ? Row : Awaited<ReturnType<Query>>
>

/** Runs a hot statement, prepared by name where the driver supports it, and returns its rows. */
export type Run = <Row>(call: Call) => Promise<Row[]>

export type BeginTransaction = (transaction: Transaction<Schema>) => Promise<void>

export interface Database {
  kysely: Kysely<Schema>
  /** 'postgres' is a server (`DATABASE_URL`); 'embedded' is PGlite in this process. */
  kind: 'postgres' | 'embedded'
  /** SQL that runs at the start of each transaction, such as setting the actor (`contextWithBeginSql`). */
  onBegin?: readonly BeginTransaction[]
  /** The transaction that all statements join (`joinTransaction`). */
  outer?: OuterTransaction
  /** Runs a hot statement in its own transaction. */
  run: Run
  /** Runs several statements as one script, for migrations. */
  script(sql: string): Promise<void>
  /** This process's connections: open, idle, and requests waiting for one. */
  connections(): { open: number; idle: number; waiting: number }
  /** Returns totals since the process started. */
  totals(): PoolTotals
  /** Returns the expected wait for a connection. */
  connectionWait(): ConnectionWait
  close(): Promise<void>
}

const OID = { bool: 16, int8: 20, date: 1082, timestamptz: 1184, numeric: 1700 }

/** Parses a `bigint`. Beyond 2^53 - 1, a number would silently lose digits, so larger values are an error. */
function parseBigint(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`a bigint exceeds the safe integer range: ${text}`)
  return value
}

/**
 * Parses a timestamp.
 * @throws for a format that the driver would silently turn into null
 */
function requireTimestamp(text: string, instant: unknown): unknown {
  if (instant === null) throw new Error(`cannot parse the timestamp ${text}`)
  return instant
}

/**
 * Connects to a PostgreSQL server. The driver is imported on demand, like PGlite below, because a process needs only
 * one of them.
 */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const [{ default: pg }, { openPostgresPool }] = await Promise.all([
    import('pg'),
    import('./postgres-pool.ts'),
  ])
  const types = {
    getTypeParser(oid: number, format?: 'text' | 'binary') {
      if (oid === OID.int8) return parseBigint
      if (oid === OID.date) return (text: string) => text
      // safe because pg hands every other type to its own parser
      const parse = pg.types.getTypeParser(oid, format as 'text')
      return oid === OID.timestamptz ? (text: string) => requireTimestamp(text, parse(text)) : parse
    },
  }
  const pool = openPostgresPool(options, types as CustomTypesConfig)
  return {
    kysely: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pool.kyselyPool }) }),
    kind: 'postgres',
    async run<Row>(call: Call) {
      return (await retryIfMoved(() => pool.run(call))) as Row[]
    },
    script: pool.script,
    connections: pool.connections,
    totals: pool.totals,
    connectionWait: pool.connectionWait,
    close: pool.end,
  }
}

/** Parsers that make PGlite return the same types as `pg`. */
export const EMBEDDED_PARSERS = {
  [OID.int8]: parseBigint,
  [OID.date]: (text: string) => text,
  [OID.numeric]: (text: string) => text,
}

/**
 * Opens PGlite on its own folder with durable commits, and reopens it after a fault.
 * @param isNew whether to create the database if the folder is empty
 * @throws {StartError} if the folder has no database and `isNew` is false
 */
export async function openEmbedded(
  dataDir: string,
  { isNew }: { isNew: boolean } = { isNew: false },
): Promise<Database> {
  // The optimizing compiler pays off only in a long-running service, not in a command.
  setFlagsFromString('--wasm-tiering-budget=100000000')
  const create = () => openEngine(dataDir, EMBEDDED_PARSERS)
  const open = () => {
    requireCluster(dataDir)
    return create()
  }
  return databaseOn(new EmbeddedEngines(await (isNew ? create() : open()), open))
}

/** Wraps an existing PGlite instance. */
export function embeddedDatabase(lite: PGlite): Promise<Database> {
  return databaseOn(new EmbeddedEngines(wrapEngine(lite)))
}

/** Implements the pool interface of Kysely's PostgreSQL dialect. */
async function databaseOn(engines: EmbeddedEngines): Promise<Database> {
  const turns = new ConnectionTurns()
  const pglite = await import('@electric-sql/pglite')
  const prepared = new WeakMap<EmbeddedEngine, EmbeddedStatements>()
  const getStatements = (engine: EmbeddedEngine) => {
    const statements = prepared.get(engine) ?? new EmbeddedStatements(engine.lite, pglite)
    prepared.set(engine, statements)
    return statements
  }
  /** Waits for its turn. A lease never continues on a reopened engine, where its transaction would be missing. */
  const connect = async () => {
    const release = await turns.acquire()
    try {
      const engine = await engines.working()
      return { engine, release }
    } catch (error) {
      release()
      throw reportOutage(error)
    }
  }
  const send = async (engine: EmbeddedEngine, sql: string, parameters: readonly unknown[]) => {
    const { rows, affectedRows } = await rejectNested(engine, () =>
      getStatements(engine).run(sql, parameters.map(toDriverValue)),
    )
    return { rows, rowCount: affectedRows, command: detectCommand(sql) }
  }
  const pool = {
    async connect() {
      const { engine, release } = await connect()
      const query = (sql: string, parameters: readonly unknown[]) => send(engine, sql, parameters)
      return { query, release } as unknown as PostgresPoolClient // safe because cursors are never used
    },
    end: () => engines.close(),
  } satisfies PostgresPool
  return {
    kysely: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }),
    kind: 'embedded',
    async run<Row>({ text, values }: Call) {
      const { engine, release } = await connect()
      try {
        return (await send(engine, text, values)).rows as Row[]
      } finally {
        release()
      }
    },
    async script(sql) {
      const { engine, release } = await connect()
      try {
        await rejectNested(engine, () => engine.lite.exec(sql))
      } finally {
        release()
      }
    },
    connections: () => ({
      open: 1,
      idle: turns.queued === 0 ? 1 : 0,
      waiting: Math.max(0, turns.queued - 1),
    }),
    totals: () => turns.totals(),
    connectionWait: () => turns.queue.estimate(),
    close: () => engines.close(),
  }
}

/** Discards a crashed engine's results, because they don't prove that the work was done. */
async function rejectNested<Result>({ lite, failure }: EmbeddedEngine, work: () => Promise<Result>) {
  try {
    const failureBefore = failure()
    if (failureBefore !== undefined) throw failureBefore
    const result = await work()
    const failureAfter = failure()
    if (failureAfter !== undefined) throw failureAfter
    return result
  } catch (error) {
    throw reportOutage(lite.closed || failure() !== undefined ? new DatabaseUnavailableError(error) : error)
  }
}

/** PGlite has a single connection. A lease owns it until release, so transactions never interleave. */
class ConnectionTurns {
  /** Length of the queue, including the current lease. */
  queued = 0
  readonly queue = new ConnectionQueue(1)
  #acquired = 0
  #waitedMs = 0
  #last: Promise<void> = Promise.resolve()

  async acquire(): Promise<() => void> {
    const before = this.#last
    let finish: () => void = () => {}
    this.#last = new Promise((resolve) => {
      finish = resolve
    })
    this.queued++
    const requestedAt = performance.now()
    const endWait = this.queue.wait(requestedAt)
    await before
    endWait()
    this.#acquired++
    const acquiredAt = performance.now()
    this.#waitedMs += acquiredAt - requestedAt
    return () => {
      this.queued--
      this.queue.recordHoldTime(performance.now() - acquiredAt)
      finish()
    }
  }

  totals(): PoolTotals {
    return { acquired: this.#acquired, waitedMs: this.#waitedMs, rejected: 0, silent: 0, breaks: 0 }
  }
}

function toDriverValue(value: unknown): unknown {
  return value instanceof Buffer ? new Uint8Array(value) : value
}

/** Returns a result's command. Kysely only reads affected rows for these commands. */
function detectCommand(sql: string): 'INSERT' | 'UPDATE' | 'DELETE' | 'SELECT' {
  const command = /^\s*(insert|update|delete)\b/i.exec(sql)?.[1]?.toUpperCase()
  if (command === 'INSERT' || command === 'UPDATE' || command === 'DELETE') return command
  return 'SELECT'
}

/** Returns a runner for hot statements inside a transaction. */
export function runIn(transaction: Transaction<Schema>): Run {
  return async <Row>({ text, values }: Call) => {
    const result = await transaction.executeQuery<Row>(CompiledQuery.raw(text, values))
    return result.rows
  }
}

/** Returns the SQLSTATE of either driver's error, or undefined if it isn't a database error. */
export function sqlState(error: unknown): string | undefined {
  if (error === null || typeof error !== 'object' || !('code' in error)) return undefined
  return typeof error.code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined
}

export const UNIQUE_VIOLATION = '23505'
export const LOCK_NOT_AVAILABLE = '55P03'
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'
/** SQLSTATE of a statement canceled by its timeout or by an administrator. */
export const STATEMENT_CANCELED = '57014'

/**
 * Whether the statement was aborted because of another writer. It wrote nothing and can be decided again on the current
 * state.
 */
export function isWriteConflict(error: unknown): boolean {
  const state = sqlState(error)
  return state === UNIQUE_VIOLATION || state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED
}
