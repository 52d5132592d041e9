import { sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'

/**
 * Deletes at most `rows` of a program's events received before `before`, which processors no longer redeliver. Keeps
 * events whose refund is waiting for review or for its payment.
 * @returns the number of deleted rows
 */
export async function purgeProcessorEvents(
  queries: Queries,
  programId: number,
  before: Date,
  rows: number,
): Promise<number> {
  const purged = await sql`
    with old as (
      select e.processor, e.event_id from processor_events e
      where e.program_id = ${programId} and e.received_at < ${before}::timestamptz
        and not exists (
          select from processor_refunds r
          where r.program_id = ${programId} and r.event_id = e.event_id and r.applied_at is null)
        and not exists (
          select from events_for_review k
          where k.program_id = ${programId} and k.processor = e.processor and k.event_id = e.event_id)
      order by e.received_at limit ${rows} for update of e skip locked
    )
    delete from processor_events as e using old
    where e.program_id = ${programId} and e.processor = old.processor and e.event_id = old.event_id
    returning e.event_id`.execute(queries)
  return purged.rows.length
}

/**
 * Deletes at most `rows` of a program's events for review that were resolved before `before`, keeping their counts by
 * reason. Unresolved events are kept.
 * @returns the number of deleted rows
 */
export async function purgeEventsForReview(
  queries: Queries,
  programId: number,
  before: Date,
  rows: number,
): Promise<number> {
  const { rows: purged } = await sql<{ reason: string }>`
    with old as (
      select k.id from events_for_review k
      where k.program_id = ${programId} and k.resolved_at < ${before}::timestamptz
      order by k.created_at limit ${rows} for update skip locked
    )
    delete from events_for_review as k using old
    where k.program_id = ${programId} and k.id = old.id
    returning k.reason`.execute(queries)
  if (purged.length === 0) return 0
  await sql`
    insert into purged_events_for_review as p (program_id, reason, events)
    select ${programId}::bigint, r.reason, count(*) from json_to_recordset(${JSON.stringify(purged)}::json) as r (reason text)
    group by r.reason order by r.reason
    on conflict (program_id, reason) do update set events = p.events + excluded.events`.execute(queries)
  return purged.length
}

/** Lists every program with processor events. */
export async function listProgramsWithEvents(queries: Queries, before: Date): Promise<number[]> {
  const { rows } = await sql<{ program_id: number }>`
    select e.program_id from processor_events e where e.received_at < ${before}::timestamptz group by e.program_id
    union
    select k.program_id from events_for_review k where k.resolved_at < ${before}::timestamptz group by k.program_id
    order by program_id`.execute(queries)
  return rows.map(({ program_id }) => program_id)
}
