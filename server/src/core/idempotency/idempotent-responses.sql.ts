import { sql } from 'kysely'
import type { QueryRow } from '../../core/database/database.ts'
import type { Queries } from '../database/database.ts'

/** Identifies the request that a response belongs to. */
export interface ResponseKey {
  /** 0 if the request belongs to no program. */
  program_id: number
  actor: string
  operation: string
  key: string
}

export type StoredResponse = QueryRow<typeof findResponse>

/**
 * Claims a key for this transaction. If another transaction holds it, waits at most as long as `waitForLocks` allows.
 * @returns false if it was claimed within the retention period
 */
export async function claimResponse(
  queries: Queries,
  { program_id, actor, operation, key }: ResponseKey,
  { fingerprint, now, expired }: { fingerprint: Buffer; now: Date; expired: Date },
): Promise<boolean> {
  const claimed = await sql`
    insert into idempotent_responses as a (program_id, actor, operation, key, fingerprint, created_at)
    values (${program_id}, ${actor}, ${operation}, ${key}, ${fingerprint}, ${now})
    on conflict (program_id, actor, operation, key) do update
      set fingerprint = excluded.fingerprint, created_at = excluded.created_at, status = null, response = null
      where a.created_at <= ${expired}::timestamptz
    returning a.program_id`.execute(queries)
  return claimed.rows.length > 0
}

export function findResponse(queries: Queries, key: ResponseKey) {
  return queries
    .selectFrom('idempotent_responses')
    .select(['fingerprint', 'status', 'response'])
    .where('program_id', '=', key.program_id)
    .where('actor', '=', key.actor)
    .where('operation', '=', key.operation)
    .where('key', '=', key.key)
    .executeTakeFirst()
}

export async function storeResponse(
  queries: Queries,
  key: ResponseKey,
  response: { status: number; response: string },
): Promise<void> {
  const updated = await queries
    .updateTable('idempotent_responses')
    .set(response)
    .where('program_id', '=', key.program_id)
    .where('actor', '=', key.actor)
    .where('operation', '=', key.operation)
    .where('key', '=', key.key)
    .returning('key')
    .executeTakeFirst()
  if (updated === undefined) throw new Error('an idempotent request’s claim no longer exists')
}

/** Sets how long statements in this transaction wait for locked rows. 'default' waits forever. */
export async function waitForLocks(queries: Queries, ms: number | 'default'): Promise<void> {
  await sql`set local lock_timeout = ${ms === 'default' ? sql.raw('default') : sql.lit(ms)}`.execute(queries)
}

export async function listProgramsWithOldResponses(
  queries: Queries,
  before: Date,
  rows: number,
): Promise<number[]> {
  const { rows: programs } = await sql<{ program_id: number }>`
    select a.program_id from idempotent_responses a where a.created_at <= ${before}::timestamptz
    group by a.program_id order by a.program_id limit ${rows}`.execute(queries)
  return programs.map(({ program_id }) => program_id)
}

/**
 * Deletes at most `rows` of a program's responses older than `before`.
 * @returns the number of deleted responses
 */
export async function purgeResponses(
  queries: Queries,
  programId: number,
  before: Date,
  rows: number,
): Promise<number> {
  const deletion = await sql`
    with old as (
      select a.actor, a.operation, a.key from idempotent_responses a
      where a.program_id = ${programId} and a.created_at <= ${before}::timestamptz
      order by a.created_at limit ${rows} for update skip locked
    )
    delete from idempotent_responses as a using old
    where a.program_id = ${programId} and a.actor = old.actor and a.operation = old.operation and a.key = old.key
    returning a.key`.execute(queries)
  return deletion.rows.length
}
