import { type Kysely, sql } from 'kysely'
import type { Schema } from './schema.ts'

export async function tryReading(kysely: Kysely<Schema>): Promise<void> {
  await sql`select 1`.execute(kysely)
}

/**
 * Writes some pages and commits, which fails on a full disk, a standby or a read-only database. Leaves no data behind.
 */
export async function tryWriting(kysely: Kysely<Schema>): Promise<void> {
  await kysely.transaction().execute(async (transaction) => {
    await sql`create temporary table readiness on commit drop as
      select generate_series(1, 1000) as n`.execute(transaction)
  })
}
