import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { limits } from './config.ts'
import { type Database, DEADLOCK_DETECTED, type Queries, sqlState } from './database.ts'
import { isDistributed, placeFunction, placeTable, takeTurns } from './distribute.ts'
import { allowLongStatements } from './long-statements.sql.ts'
import { StartError } from './start-error.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)

/** Of the file names, such as `003_events.sql`. */
const NUMBER_CHARS = 3

/** Any number: whoever migrates holds the advisory lock of this name. */
const MIGRATION_LOCK = 7_046_029_254

/**
 * Applies the migrations that are not applied yet, in the order of their numbers, each in its own
 * transaction. The number alone says which one it is: a file may get a better name or another comment. Several processes may start at once: one migrates, the others wait and find nothing to do.
 * @returns the names of the files applied now
 */
export async function migrate(database: Database, now: Date): Promise<string[]> {
  const known = await readNumbers(database)
  const applied: string[] = []
  for (const name of listMigrations()) {
    if (known.has(numberOf(name))) continue
    if (await applyAmongWriters(database, name, now)) applied.push(name)
  }
  return applied
}

/**
 * For a process that starts beside others of an older version: they may not know what a migration makes of the schema.
 * @throws {StartError} naming the migrations that are still to be applied
 */
export async function requireMigrated(database: Database): Promise<void> {
  const known = await readNumbers(database)
  const missing = listMigrations().filter((name) => !known.has(numberOf(name)))
  if (missing.length === 0) return
  throw new StartError(
    `This version changes the schema (${missing.join(', ')}), which a process that is already running may not expect: ` +
      'stop the service and start it again.',
  )
}

/** The numbers of the migrations that a database has. */
export async function readApplied(database: Database): Promise<string[]> {
  return [...(await readNumbers(database))].sort()
}

/** Which migrations of this version are not among those that were applied, and which of those it does not know. */
export function compareMigrations(applied: readonly string[]): { pending: string[]; unknown: string[] } {
  const known = new Set(applied)
  const own = new Set(listMigrations().map(numberOf))
  return {
    pending: listMigrations().filter((name) => !known.has(numberOf(name))),
    unknown: applied.filter((number) => !own.has(number)),
  }
}

/** @param name of a file of `listMigrations` */
export function readMigrationStatements(name: string): string[] {
  return statementsOf(readFileSync(new URL(name, FOLDER), 'utf8'))
}

/** The number of the newest migration of this version, such as `025`. */
export function newestMigration(): string {
  return numberOf(listMigrations().at(-1) ?? '')
}

function listMigrations(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => /^\d{3}_.*\.sql$/.test(name))
    .sort()
}

/** Of the migrations that were applied by now: one question where a start usually finds nothing to do. */
async function readNumbers({ kysely }: Database): Promise<Set<string>> {
  const { rows } = await sql`select 1 where to_regclass('migrations') is not null`.execute(kysely)
  if (rows.length === 0) return new Set()
  const names = await sql<{ name: string }>`select name from migrations`.execute(kysely)
  return new Set(names.rows.map(({ name }) => numberOf(name)))
}

function numberOf(name: string): string {
  return name.slice(0, NUMBER_CHARS)
}

/**
 * A process of before that goes on serving may hold a little of a table that a migration has locked for writers, and wait
 * to write to it, while the migration waits to have all of it: the database ends one of the two. Whose migration was
 * ended takes all of its tables first the next time, so that nobody comes between.
 */
async function applyAmongWriters(database: Database, name: string, now: Date): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyOnce(database, name, { now, locksFirst: attempt > 1 })
    } catch (error) {
      if (sqlState(error) !== DEADLOCK_DETECTED || attempt === limits.writeAttempts) throw error
    }
  }
}

async function applyOnce(
  database: Database,
  name: string,
  { now, locksFirst }: { now: Date; locksFirst: boolean },
): Promise<boolean> {
  return database.kysely.transaction().execute(async (transaction) => {
    // Neither the wait for another process that migrates nor a change of a large table has a limit that fits all.
    await allowLongStatements(transaction, 0)
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(transaction)
    await sql`create table if not exists migrations (name text primary key, applied_at timestamptz not null)`.execute(
      transaction,
    )
    const number = numberOf(name)
    const seen = await sql`
      select 1 from migrations where left(name, ${sql.lit(NUMBER_CHARS)}) = ${number}`.execute(transaction)
    if (seen.rows.length > 0) return false
    const script = readFileSync(new URL(name, FOLDER), 'utf8')
    await requireWholeIndexes(transaction, script)
    if (locksFirst) await lockAltered(transaction, script)
    await applyScript(transaction, script)
    await sql`insert into migrations (name, applied_at) values (${name}, ${now})`.execute(transaction)
    return true
  })
}

/**
 * What was made ahead of a migration takes the place of its own: an index that was broken off, or that is not unique where
 * it must be, would hold nothing against a second row.
 * @throws {StartError} naming it
 */
async function requireWholeIndexes(transaction: Queries, script: string): Promise<void> {
  for (const statement of statementsOf(script)) {
    const [, unique, index] = /^create (unique )?index if not exists (\w+)/.exec(statement) ?? []
    if (index === undefined) continue
    const { rows } = await sql`
      select 1 from pg_index where indexrelid = to_regclass(${index})
        and (not indisvalid or (not indisunique and ${unique !== undefined}::boolean))`.execute(transaction)
    if (rows.length === 0) continue
    throw new StartError(
      `The index ${index}, which was made ahead of this upgrade, is not what it must be: it was broken off, or is not unique. ` +
        `Drop it (drop index ${index}) and start again, or make it anew first: ${statement.replaceAll(/\s+/g, ' ')}`,
    )
  }
}

/** Takes every table of before that a migration alters, in one order. */
async function lockAltered(transaction: Queries, script: string): Promise<void> {
  const altered = statementsOf(script).flatMap((statement) => /^alter table (\w+)/.exec(statement)?.[1] ?? [])
  for (const table of [...new Set(altered)].sort()) {
    const { rows } = await sql`select 1 where to_regclass(${table}) is not null`.execute(transaction)
    if (rows.length > 0)
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(transaction)
  }
}

/**
 * Runs the statements of a migration. On a cluster a new table gets its place at once, so that the foreign keys that
 * follow it find it there, and a function runs where its program is.
 */
export async function applyScript(transaction: Queries, script: string): Promise<void> {
  const isCluster = await isDistributed(transaction)
  if (isCluster) await takeTurns(transaction)
  for (const statement of statementsOf(script)) {
    await sql.raw(statement).execute(transaction)
    const table = /^create table (\w+) \(/.exec(statement)?.[1]
    if (isCluster && table !== undefined) await placeTable(transaction, table)
    const called = /^create (?:or replace )?function (\w+)\s*\(/.exec(statement)?.[1]
    if (isCluster && called !== undefined) await placeFunction(transaction, called)
  }
}

/** One DDL statement per query. Our migrations hold no `;` inside a string, and the body of a function between `$$`. */
function statementsOf(script: string): string[] {
  const statements = script.replace(/^\s*--.*$/gm, '').match(/(?:\$\$[\s\S]*?\$\$|[^;])+/g) ?? []
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '')
}
