import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { StartError } from '../errors/start-error.ts'
import type { Database, Queries } from './database.ts'
import { isDistributed, placeFunction, placeTable, takeTurns } from './distribute.ts'
import { allowLongStatements } from './long-statements.sql.ts'
import { unknownSchema } from './schema-version.rule.ts'

const FOLDER = new URL('../../../migrations/', import.meta.url)

/** Any number: whoever migrates holds the advisory lock of this name. */
const MIGRATION_LOCK = 7_046_029_254

/**
 * Applies the migrations that are not applied yet, in the order of their numbers, each in its own transaction. The number
 * alone says which one it is: a file may get a better name. Several processes may start at once: one migrates, the others
 * wait and find nothing to do.
 * @returns the names of the files applied now
 */
export async function migrate(database: Database, now: Date): Promise<string[]> {
  const known = await readNumbers(database)
  const applied: string[] = []
  for (const name of listMigrations()) {
    if (known.has(numberOf(name))) continue
    if (await applyOnce(database, name, now)) applied.push(name)
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

/** The table that a server's database has while a backup is restored into it: until all is done, nothing serves it. */
export const RESTORING = 'affiliate_restoring'

export function isBeingRestored(queries: Queries): Promise<boolean> {
  return isThere(queries, RESTORING)
}

/**
 * What every process asks before it does anything with a database: mails that waited when a backup was made are not to be
 * sent a second time.
 * @throws {StartError} when a restore into it was broken off, or goes on
 */
export async function refuseHalfRestored({ kysely }: Pick<Database, 'kysely'>): Promise<void> {
  if (!(await isBeingRestored(kysely))) return
  throw new StartError(
    (await isThere(kysely, 'migrations'))
      ? RESTORE_BROKEN_OFF
      : 'A restore into the database of DATABASE_URL is at work, or was broken off: run `affiliate restore` again, or ' +
          `drop table ${RESTORING} to start with an empty database.`,
  )
}

/** All of its rows are there, and what had to be done with them may not be. */
export const RESTORE_BROKEN_OFF =
  'A restore into the database of DATABASE_URL is at work, or was broken off: drop that database, make a new one, and ' +
  'run `affiliate restore` again.'

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

/**
 * A version that is older than the schema may write what the newer one does not expect.
 * @throws {StartError} naming the migrations that this version does not know
 */
export async function refuseUnknownSchema(database: Database): Promise<void> {
  const { unknown } = compareMigrations(await readApplied(database))
  if (unknown.length === 0) return
  const { words, todo } = unknownSchema(unknown)
  throw new StartError(`${words} ${todo}`)
}

/** @param name of a file of `listMigrations` */
export function readMigrationStatements(name: string): string[] {
  return statementsOf(readFileSync(new URL(name, FOLDER), 'utf8'))
}

/** The number of the newest migration of this version, such as `0025`. */
export function newestMigration(): string {
  return numberOf(listMigrations().at(-1) ?? '')
}

function listMigrations(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => /^\d{4}_.*\.sql$/.test(name))
    .sort()
}

/** Of the migrations that were applied by now: one question where a start usually finds nothing to do. */
async function readNumbers({ kysely }: { kysely: Queries }): Promise<Set<string>> {
  if (!(await isThere(kysely, 'migrations'))) return new Set()
  const names = await sql<{ name: string }>`select name from migrations`.execute(kysely)
  return new Set(names.rows.map(({ name }) => numberOf(name)))
}

async function isThere(queries: Queries, table: string): Promise<boolean> {
  const { rows } = await sql`select 1 where to_regclass(${table}) is not null`.execute(queries)
  return rows.length > 0
}

function numberOf(name: string): string {
  return /^\d+/.exec(name)?.[0] ?? name
}

/** @returns false when another process has applied it meanwhile */
async function applyOnce({ kysely }: Database, name: string, now: Date): Promise<boolean> {
  return kysely.transaction().execute(async (transaction) => {
    // Neither the wait for another process that migrates nor a change of a large table has a limit that fits all.
    await allowLongStatements(transaction, 0)
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(transaction)
    await sql`create table if not exists migrations (name text primary key, applied_at timestamptz not null)`.execute(
      transaction,
    )
    if ((await readNumbers({ kysely: transaction })).has(numberOf(name))) return false
    await applyScript(transaction, readFileSync(new URL(name, FOLDER), 'utf8'))
    await sql`insert into migrations (name, applied_at) values (${name}, ${now})`.execute(transaction)
    return true
  })
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
