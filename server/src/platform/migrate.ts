import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { limits } from './config.ts'
import { type Database, DEADLOCK_DETECTED, LOCK_NOT_AVAILABLE, type Queries, sqlState } from './database.ts'
import { isDistributed, placeFunction, placeTable, takeTurns } from './distribute.ts'
import { allowLongStatements } from './long-statements.sql.ts'
import { newerSchema } from './schema-words.rule.ts'
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
 * @throws {StartError} when somebody holds a table of a migration all the time: which was applied stays, the rest is undone
 */
export async function migrate(
  database: Database,
  now: Date,
  patience: MigrationPatience = PATIENCE,
): Promise<string[]> {
  const known = await readNumbers(database)
  const applied: string[] = []
  for (const name of listMigrations()) {
    if (known.has(numberOf(name))) continue
    if (await applyAmongOthers(database, name, { now, patience })) applied.push(name)
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
export async function refuseNewerSchema(database: Database): Promise<void> {
  const { unknown } = compareMigrations(await readApplied(database))
  if (unknown.length === 0) return
  const { words, todo } = newerSchema(unknown)
  throw new StartError(`${words} ${todo}`)
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
  if (!(await isThere(kysely, 'migrations'))) return new Set()
  const names = await sql<{ name: string }>`select name from migrations`.execute(kysely)
  return new Set(names.rows.map(({ name }) => numberOf(name)))
}

async function isThere(queries: Queries, table: string): Promise<boolean> {
  const { rows } = await sql`select 1 where to_regclass(${table}) is not null`.execute(queries)
  return rows.length > 0
}

function numberOf(name: string): string {
  return name.slice(0, NUMBER_CHARS)
}

/** How long a migration waits for a table, how long others go on then, and how often it is tried. */
export interface MigrationPatience {
  lockMs: number
  pauseMs: number
  tries: number
}

const PATIENCE: MigrationPatience = {
  lockMs: limits.migrationLockMs,
  pauseMs: limits.migrationPauseMs,
  tries: limits.migrationTries,
}

/**
 * Whoever wants a table for itself waits for all that read it, and all others wait behind: so a migration waits for a moment
 * only, lets them go on, and is tried again. A process of before may also hold a little of a table that the migration has
 * locked, and wait to write to it, while the migration waits to have all of it: the database ends one of the two.
 * From the second time on it takes all of its tables first, so that nobody comes between and no work is done in vain.
 */
async function applyAmongOthers(
  database: Database,
  name: string,
  { now, patience }: { now: Date; patience: MigrationPatience },
): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyOnce(database, name, { now, lockMs: patience.lockMs, locksFirst: attempt > 1 })
    } catch (error) {
      const state = sqlState(error)
      if (state !== LOCK_NOT_AVAILABLE && state !== DEADLOCK_DETECTED) throw error
      if (attempt === patience.tries) throw await heldUp(database, name, attempt)
    }
    await wait(patience.pauseMs)
  }
}

async function heldUp({ kysely }: Database, name: string, tries: number): Promise<StartError> {
  const tables = [...locksIn(readFileSync(new URL(name, FOLDER), 'utf8')).keys()]
  const { rows } = await sql<{ pid: number; who: string; since: Date | null; query: string }>`
    select a.pid, coalesce(nullif(a.application_name, ''), a.usename::text, a.backend_type) as who, a.xact_start as since,
      left(regexp_replace(a.query, '\\s+', ' ', 'g'), ${HOLDER_CHARS}) as query
    from pg_stat_activity a
    where a.pid <> pg_backend_pid() and exists (
      select from pg_locks l where l.pid = a.pid and l.granted and l.locktype = 'relation'
        and l.database = (select d.oid from pg_database d where d.datname = current_database())
        and l.relation in (select to_regclass(t) from unnest(${tables}::text[]) t))
    order by a.xact_start limit ${HOLDERS}`.execute(kysely)
  const holders = rows.map(
    ({ pid, who, since, query }) =>
      `process ${pid} of the database (${who}, since ${since?.toISOString() ?? 'an unknown time'}: ${query})`,
  )
  const held = holders.length === 0 ? 'Nobody holds it any more' : `It is held by ${holders.join(' and ')}`
  return new StartError(
    `${name} needs ${tables.join(' and ')} for itself for a moment and did not get it in ${tries} tries. ${held}. ` +
      'It changed nothing. Start again when that has ended, or end it: select pg_terminate_backend(<process>).',
  )
}

/** Of those that hold a table, in an error. */
const HOLDERS = 3
const HOLDER_CHARS = 120

async function applyOnce(
  database: Database,
  name: string,
  { now, lockMs, locksFirst }: { now: Date; lockMs: number; locksFirst: boolean },
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
    await sql`set local lock_timeout = ${sql.lit(lockMs)}`.execute(transaction)
    if (locksFirst) await lockTables(transaction, script)
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

/** Takes every table of before that a migration alters or makes an index of, in one order. */
async function lockTables(transaction: Queries, script: string): Promise<void> {
  const locks = [...locksIn(script)].sort(([one], [other]) => (one < other ? -1 : 1))
  for (const [table, mode] of locks) {
    const { rows } = await sql`
      select 1 from pg_class where oid = to_regclass(${table}) and relkind in ('r', 'p')`.execute(transaction)
    if (rows.length > 0)
      await sql`lock table ${sql.table(table)} in ${sql.raw(mode)} mode`.execute(transaction)
  }
}

/** What a script locks of what was there before, by its name: tables that it alters or indexes, and indexes that it drops. */
function locksIn(script: string): Map<string, 'share' | 'access exclusive'> {
  const locks = new Map<string, 'share' | 'access exclusive'>()
  for (const statement of statementsOf(script)) {
    const altered = /^(?:alter table|drop index(?: if exists)?) (\w+)/.exec(statement)?.[1]
    const indexed = /^create (?:unique )?index (?:if not exists )?\w+\s+on (\w+)/.exec(statement)?.[1]
    if (altered !== undefined) locks.set(altered, 'access exclusive')
    else if (indexed !== undefined && !locks.has(indexed)) locks.set(indexed, 'share')
  }
  return locks
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
