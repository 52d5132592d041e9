import { sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'

/** Lists the programs that store the `event_id` of a click older than `before`. */
export async function listProgramsWithOldEvents(
  queries: Queries,
  before: Date,
  programs: number,
): Promise<number[]> {
  const { rows } = await sql<{ program_id: number }>`
    select k.program_id from click_event_ids k where k.received_at <= ${before}::timestamptz
    group by k.program_id order by k.program_id limit ${programs}`.execute(queries)
  return rows.map(({ program_id }) => program_id)
}

/**
 * Deletes at most `rows` `event_id` values of a program's clicks that are older than `before`.
 * @returns the number of deleted rows
 */
export async function purgeEvents(
  queries: Queries,
  programId: number,
  { before, rows }: { before: Date; rows: number },
): Promise<number> {
  const purged = await sql`
    with old as (
      select k.event_hash from click_event_ids k
      where k.program_id = ${programId} and k.received_at <= ${before}::timestamptz
      order by k.received_at limit ${rows} for update skip locked
    )
    delete from click_event_ids as k using old
    where k.program_id = ${programId} and k.event_hash = old.event_hash
    returning k.event_hash`.execute(queries)
  return purged.rows.length
}
