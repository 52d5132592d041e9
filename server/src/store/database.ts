import { mkdirSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import {
  CompiledQuery,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type Transaction,
} from 'kysely'
import pg from 'pg'
import { DURABLE_START, DurableFiles } from './durable-files.ts'
import type { Schema } from './schema.ts'

/** What store functions take: the database itself, or a transaction on it. */
export type Queries = Kysely<Schema> | Transaction<Schema>

/** A hot statement, sent as a named prepared statement where the driver has them. */
export interface Statement {
  name: string
  text: string
}

/** Runs one hot statement and returns its rows. */
export type Run = <Row>(statement: Statement, values: readonly unknown[]) => Promise<Row[]>

export interface Database {
  kysely: Kysely<Schema>
  /** 'postgres' is a server reached by `DATABASE_URL`; 'embedded' is PGlite in this process. */
  kind: 'postgres' | 'embedded'
  /** Runs a hot statement in a transaction of its own. */
  run: Run
  /** Runs several statements as one script, for migrations. */
  script(sql: string): Promise<void>
  /** How many connections this process has, how many of them idle, and how many calls wait for one. */
  connections(): { open: number; idle: number; waiting: number }
  close(): Promise<void>
}

const OID = { bool: 16, int8: 20, date: 1082, numeric: 1700 }

/** A `bigint` beyond 2^53 - 1 would silently lose digits as a number, so it is an error instead. */
function parseBigint(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`a bigint left the safe range: ${text}`)
  return value
}

export interface PostgresOptions {
  connectionString: string
  maxConnections: number
  statementTimeoutMs: number
  connectTimeoutMs: number
}

export function openPostgres(options: PostgresOptions): Database {
  const types = {
    getTypeParser(oid: number, format?: 'text' | 'binary') {
      if (oid === OID.int8) return parseBigint
      if (oid === OID.date) return (text: string) => text
      // safe because pg hands every other type to its own parser
      return pg.types.getTypeParser(oid, format as 'text')
    },
  }
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.maxConnections,
    connectionTimeoutMillis: options.connectTimeoutMs,
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: options.statementTimeoutMs,
    types: types as pg.CustomTypesConfig,
    application_name: 'affiliate',
  })
  // An idle connection may break at any time (the server restarts); the pool replaces it by itself.
  pool.on('error', () => {})
  return {
    kysely: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }),
    kind: 'postgres',
    async run<Row>(statement: Statement, values: readonly unknown[]) {
      const result = await pool.query({ name: statement.name, text: statement.text, values: [...values] })
      return result.rows as Row[]
    },
    async script(sql) {
      await pool.query(sql)
    },
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }
}

/** PGlite in this process, durably in a folder of its own; without a folder, in memory (tests). */
export async function openEmbedded(options: { dataDir?: string; loadDataDir?: Blob }): Promise<Database> {
  if (options.dataDir !== undefined) mkdirSync(options.dataDir, { recursive: true })
  const lite = await PGlite.create({
    ...(options.dataDir === undefined
      ? {}
      : { fs: new DurableFiles(options.dataDir), startParams: DURABLE_START }),
    ...(options.loadDataDir === undefined ? {} : { loadDataDir: options.loadDataDir }),
    parsers: {
      [OID.int8]: parseBigint,
      [OID.date]: (text: string) => text,
      [OID.numeric]: (text: string) => text,
    },
  })
  return embeddedDatabase(lite)
}

/** Wraps a PGlite instance in the pool shape that Kysely's PostgreSQL dialect speaks. */
export function embeddedDatabase(lite: PGlite): Database {
  const turns = new Turns()
  const send = async (sql: string, parameters: readonly unknown[]) => {
    const result = await lite.query<unknown>(sql, parameters.map(toDriverValue))
    return { rows: result.rows, rowCount: result.affectedRows ?? 0, command: commandOf(sql) }
  }
  const pool = {
    async connect() {
      const release = await turns.take()
      return { query: send, release } as unknown as PostgresPoolClient // safe because cursors are never used
    },
    end: () => lite.close(),
  } satisfies PostgresPool
  return {
    kysely: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }),
    kind: 'embedded',
    async run<Row>(statement: Statement, values: readonly unknown[]) {
      const release = await turns.take()
      try {
        return (await send(statement.text, values)).rows as Row[]
      } finally {
        release()
      }
    },
    async script(sql) {
      const release = await turns.take()
      try {
        await lite.exec(sql)
      } finally {
        release()
      }
    },
    connections: () => ({ open: 1, idle: turns.asked === 0 ? 1 : 0, waiting: Math.max(0, turns.asked - 1) }),
    async close() {
      await lite.close()
    },
  }
}

/** PGlite has one connection: whoever holds the turn owns it until release, so transactions never mix. */
class Turns {
  /** Who has the turn and who waits for it. */
  asked = 0
  #last: Promise<void> = Promise.resolve()

  async take(): Promise<() => void> {
    const before = this.#last
    let finish: () => void = () => {}
    this.#last = new Promise((resolve) => {
      finish = resolve
    })
    this.asked++
    await before
    return () => {
      this.asked--
      finish()
    }
  }
}

function toDriverValue(value: unknown): unknown {
  return value instanceof Buffer ? new Uint8Array(value) : value
}

/** Kysely reads the affected rows only of these commands. */
function commandOf(sql: string): 'INSERT' | 'UPDATE' | 'DELETE' | 'SELECT' {
  const word = /^\s*(insert|update|delete)\b/i.exec(sql)?.[1]?.toUpperCase()
  if (word === 'INSERT' || word === 'UPDATE' || word === 'DELETE') return word
  return 'SELECT'
}

/** Runs hot statements inside a transaction. */
export function runIn(transaction: Transaction<Schema>): Run {
  return async <Row>(statement: Statement, values: readonly unknown[]) => {
    const result = await transaction.executeQuery<Row>(CompiledQuery.raw(statement.text, [...values]))
    return result.rows
  }
}

/** SQLSTATE of an error from either driver, or undefined when it is none of the database's. */
export function sqlState(error: unknown): string | undefined {
  if (error === null || typeof error !== 'object' || !('code' in error)) return undefined
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined
}

export const UNIQUE_VIOLATION = '23505'
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'

/** Two writers met: the loser did nothing and may decide again on what is there now. */
export function isWriteConflict(error: unknown): boolean {
  const state = sqlState(error)
  return state === UNIQUE_VIOLATION || state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED
}
