import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { StartError } from '../errors/start-error.ts'
import type { Database, Queries } from './database.ts'
import { isDistributed, placeFunction, placeTable, serializeDistribution } from './distribute.ts'
import { allowLongStatements } from './long-statements.sql.ts'
import { changedSchema, unknownSchema } from './schema-version.rule.ts'

const FOLDER = new URL('../../../migrations/', import.meta.url)

/** Arbitrary number of the advisory lock held while migrating. */
const MIGRATION_LOCK = 7_046_029_254

/**
 * Applies pending migrations in the order of their numbers, each in its own transaction. Only the number
 * identifies a migration, so files can be renamed. If several processes start at once, one migrates and the
 * others wait.
 * @returns the names of the applied files
 */
export async function migrate(database: Database, now: Date): Promise<string[]> {
  const appliedNumbers = await readNumbers(database)
  const appliedNames: string[] = []
  for (const name of listMigrations()) {
    if (appliedNumbers.has(parseNumber(name))) continue
    if (await applyOnce(database, name, now)) appliedNames.push(name)
  }
  return appliedNames
}

/**
 * Rejects pending migrations in a process that starts next to older ones, which may not support the new schema.
 * @throws {StartError} with the pending migrations
 */
export async function requireMigrated(database: Database): Promise<void> {
  const applied = await readNumbers(database)
  const missing = listMigrations().filter((name) => !applied.has(parseNumber(name)))
  if (missing.length === 0) return
  throw new StartError(
    `This version changes the schema (${missing.join(', ')}), which running processes may not support. ` +
      'Stop the service and start it again.',
  )
}

/** A table that exists while a backup is restored into a server's database. No process serves such a database. */
export const RESTORING = 'affiliate_restoring'

export function isBeingRestored(queries: Queries): Promise<boolean> {
  return exists(queries, RESTORING)
}

/**
 * Rejects a database whose restore is in progress or was interrupted. Every process checks this first, because mails
 * pending at the time of the backup must not be sent again.
 * @throws {StartError}
 */
export async function rejectInterruptedRestore({ kysely }: Pick<Database, 'kysely'>): Promise<void> {
  if (!(await isBeingRestored(kysely))) return
  throw new StartError(
    (await exists(kysely, 'migrations'))
      ? RESTORE_INTERRUPTED
      : 'A restore into the database in DATABASE_URL is in progress or was interrupted. Run `affiliate restore` again, or ' +
          `drop table ${RESTORING} to start with an empty database.`,
  )
}

/** The rows are restored, but the follow-up steps may be incomplete. */
export const RESTORE_INTERRUPTED =
  'A restore into the database in DATABASE_URL is in progress or was interrupted. Drop that database, create a new one, and ' +
  'run `affiliate restore` again.'

/** Returns the numbers of the applied migrations. */
export async function readApplied(database: Database): Promise<string[]> {
  return [...(await readNumbers(database))].sort()
}

/** Returns this version's pending migrations, and the applied ones it doesn't know about. */
export function compareMigrations(applied: readonly string[]): { pending: string[]; unknown: string[] } {
  const appliedNumbers = new Set(applied)
  const ownNumbers = new Set(listMigrations().map(parseNumber))
  return {
    pending: listMigrations().filter((name) => !appliedNumbers.has(parseNumber(name))),
    unknown: applied.filter((number) => !ownNumbers.has(number)),
  }
}

/**
 * Rejects a database with migrations that this version doesn't know about, because this version might write rows that
 * the newer schema doesn't expect. Also rejects one whose migrations have changed since they were applied, as the
 * baseline may before version 1.0.0.
 * @throws {StartError} with the migrations
 */
export async function rejectUnknownSchema(database: Database): Promise<void> {
  const { unknown } = compareMigrations(await readApplied(database))
  const changedMigrations = unknown.length === 0 ? await listChangedMigrations(database) : []
  if (unknown.length === 0 && changedMigrations.length === 0) return
  const { message, remedy } = unknown.length === 0 ? changedSchema(changedMigrations) : unknownSchema(unknown)
  throw new StartError(`${message} ${remedy}`)
}

/** Returns this version's migrations that had other statements when they were applied. */
async function listChangedMigrations({ kysely }: Database): Promise<string[]> {
  if (!(await exists(kysely, 'migrations'))) return []
  // Reads the column through JSON, because databases created before this check don't have it.
  const { rows } = await sql<{ name: string; digest: string | null }>`
    select name, to_jsonb(m) ->> 'digest' as digest from migrations m`.execute(kysely)
  const digests = new Map(rows.map(({ name, digest }) => [parseNumber(name), digest]))
  return listMigrations().filter((name) => {
    const digest = digests.get(parseNumber(name))
    return digest !== undefined && digest !== computeDigest(name)
  })
}

/** Returns the SHA-256 of a migration without its comments and line breaks. */
function computeDigest(name: string): string {
  const script = readFileSync(new URL(name, FOLDER), 'utf8')
  const text = script
    .replace(/^\s*--.*$/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
  return createHash('sha256').update(text).digest('hex')
}

/**
 * Returns a migration's statements.
 * @param name file name from `listMigrations`
 */
export function readMigrationStatements(name: string): string[] {
  return splitStatements(readFileSync(new URL(name, FOLDER), 'utf8'))
}

/** Returns the number of this version's newest migration, such as `0025`. */
export function newestMigration(): string {
  return parseNumber(listMigrations().at(-1) ?? '')
}

function listMigrations(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => /^\d{4}_.*\.sql$/.test(name))
    .sort()
}

/** Returns the applied migrations. Takes one query in the usual case that none is pending. */
async function readNumbers({ kysely }: { kysely: Queries }): Promise<Set<string>> {
  if (!(await exists(kysely, 'migrations'))) return new Set()
  const names = await sql<{ name: string }>`select name from migrations`.execute(kysely)
  return new Set(names.rows.map(({ name }) => parseNumber(name)))
}

async function exists(queries: Queries, table: string): Promise<boolean> {
  const { rows } = await sql`select 1 where to_regclass(${table}) is not null`.execute(queries)
  return rows.length > 0
}

function parseNumber(name: string): string {
  return /^\d+/.exec(name)?.[0] ?? name
}

/**
 * Applies a migration unless another process already has.
 * @returns whether it was applied here
 */
async function applyOnce({ kysely }: Database, name: string, now: Date): Promise<boolean> {
  return kysely.transaction().execute(async (transaction) => {
    // Neither waiting for another migration nor changing a large table has a universal time limit.
    await allowLongStatements(transaction, 0)
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(transaction)
    await sql`
      create table if not exists migrations (name text primary key, applied_at timestamptz not null, digest text)
    `.execute(transaction)
    if ((await readNumbers({ kysely: transaction })).has(parseNumber(name))) return false
    await applyScript(transaction, readFileSync(new URL(name, FOLDER), 'utf8'))
    await sql`insert into migrations (name, applied_at, digest) values (${name}, ${now}, ${computeDigest(name)})`.execute(
      transaction,
    )
    return true
  })
}

/**
 * Runs a migration's statements. On a cluster, new tables and functions are placed immediately, so that later foreign
 * keys find them.
 */
export async function applyScript(transaction: Queries, script: string): Promise<void> {
  const isCluster = await isDistributed(transaction)
  if (isCluster) await serializeDistribution(transaction)
  for (const statement of splitStatements(script)) {
    await sql.raw(statement).execute(transaction)
    const table = /^create table (\w+) \(/.exec(statement)?.[1]
    if (isCluster && table !== undefined) await placeTable(transaction, table)
    const called = /^create (?:or replace )?function (\w+)\s*\(/.exec(statement)?.[1]
    if (isCluster && called !== undefined) await placeFunction(transaction, called)
  }
}

/** Splits a script into its statements. Our migrations have no `;` in strings, and quote function bodies with `$$`. */
function splitStatements(script: string): string[] {
  const statements = script.replace(/^\s*--.*$/gm, '').match(/(?:\$\$[\s\S]*?\$\$|[^;])+/g) ?? []
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '')
}
