import { sql, type Transaction } from 'kysely'
import type { Queries, QueryRow } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'

export type ShareLinkRow = QueryRow<typeof listShareLinks>

const SHOWN = ['id', 'query_type', 'query', 'created_by', 'created_at', 'expires_at'] as const

/** Serializes the creation of a program's links, so the limit holds. */
export async function lockProgramLinks(queries: Queries, programId: number): Promise<void> {
  await queries.selectFrom('programs').select('id').where('id', '=', programId).forNoKeyUpdate().execute()
}

/** Returns active links, newest first. */
export function listShareLinks(queries: Queries, programId: number, now: Date, rows: number) {
  return queries
    .selectFrom('share_links')
    .select(SHOWN)
    .where('program_id', '=', programId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .limit(rows)
    .execute()
}

export function insertShareLink(
  transaction: Transaction<Schema>,
  link: Omit<ShareLinkRow, 'id'> & { program_id: number; token_hash: Buffer },
) {
  return transaction.insertInto('share_links').values(link).returning(SHOWN).executeTakeFirstOrThrow()
}

/** Returns the active link with a token. */
export function findActiveShareLink(
  queries: Queries,
  programId: number,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
) {
  return queries
    .selectFrom('share_links')
    .select(SHOWN)
    .where('program_id', '=', programId)
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Revokes an active link; returns false if no active link has this ID. */
export async function revokeShareLink(
  transaction: Transaction<Schema>,
  programId: number,
  id: number,
  now: Date,
): Promise<boolean> {
  const revoked = await transaction
    .updateTable('share_links')
    .set({ revoked_at: now })
    .where('program_id', '=', programId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return revoked !== undefined
}

export async function listProgramsWithEndedLinks(
  queries: Queries,
  now: Date,
  rows: number,
): Promise<number[]> {
  const { rows: programs } = await sql<{ program_id: number }>`
    select l.program_id from share_links l where l.expires_at <= ${now}::timestamptz
    group by l.program_id order by l.program_id limit ${rows}`.execute(queries)
  return programs.map(({ program_id }) => program_id)
}

/** Deletes a program's expired links. @returns the number of deleted links */
export async function purgeShareLinks(
  queries: Queries,
  programId: number,
  now: Date,
  rows: number,
): Promise<number> {
  const purged = await sql`
    with ended as (
      select l.id from share_links l
      where l.program_id = ${programId} and l.expires_at <= ${now}::timestamptz
      order by l.id limit ${rows} for update skip locked
    )
    delete from share_links as l using ended
    where l.program_id = ${programId} and l.id = ended.id
    returning l.id`.execute(queries)
  return purged.rows.length
}
