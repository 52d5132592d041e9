import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from './database.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)

/** Any number: whoever migrates holds the advisory lock of this name. */
const MIGRATION_LOCK = 7_046_029_254

/**
 * Applies the migrations that are not applied yet, in the order of their numbers, each in its own
 * transaction. Several processes may start at once: one migrates, the others wait and find nothing to do.
 * @returns the names of the files applied now
 */
export async function migrate(database: Database, now: Date): Promise<string[]> {
  const files = readdirSync(FOLDER)
    .filter((name) => /^\d{3}_.*\.sql$/.test(name))
    .sort()
  const applied: string[] = []
  for (const name of files) {
    if (await applyOnce(database, name, now)) applied.push(name)
  }
  return applied
}

async function applyOnce(database: Database, name: string, now: Date): Promise<boolean> {
  return database.kysely.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(transaction)
    await sql`create table if not exists migrations (name text primary key, applied_at timestamptz not null)`.execute(
      transaction,
    )
    const seen = await sql`select 1 from migrations where name = ${name}`.execute(transaction)
    if (seen.rows.length > 0) return false
    for (const statement of statementsOf(readFileSync(new URL(name, FOLDER), 'utf8'))) {
      await sql.raw(statement).execute(transaction)
    }
    await sql`insert into migrations (name, applied_at) values (${name}, ${now})`.execute(transaction)
    return true
  })
}

/** Our migrations hold no `;` inside a string or a body: one DDL statement per query. */
function statementsOf(script: string): string[] {
  return script
    .replace(/^\s*--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}
