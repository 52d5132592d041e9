import { sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'

/** Returns the number of pending deliveries and messages across all programs, and the age of the oldest one. */
export async function readBacklog(queries: Queries) {
  const { rows } = await sql<{ waiting: number; oldest: Date | null }>`
    select sum(waiting)::bigint as waiting, min(oldest) as oldest from (
      select count(*) as waiting, min(d.created_at) as oldest from webhook_deliveries d
      join webhook_endpoints e on e.program_id = d.program_id and e.id = d.endpoint_id and e.kind = 'address'
      where d.state = 'pending'
      union all
      select count(*), min(created_at) from outbox_events where dispatched_at is null
    ) as part`.execute(queries)
  const [row] = rows
  if (row === undefined) throw new Error('an aggregate has one row')
  return row
}

/**
 * Ends every pending message and delivery. They stay in the log as failed and can be sent again.
 * @returns the number of deliveries
 */
export async function withdrawDeliveries(queries: Queries, now: Date, error: string): Promise<number> {
  const endedDeliveries = await sql`
    update webhook_deliveries as d set state = 'failed', next_attempt_at = null, claimed_until = null, last_error = ${error}
    where d.state = 'pending' returning d.id`.execute(queries)
  const messages = await sql`
    insert into webhook_deliveries as d (program_id, endpoint_id, event_id, state, created_at, last_error)
    select o.program_id, e.id, o.id, 'failed', ${now}::timestamptz, ${error}
    from outbox_events o
    join webhook_endpoints e on e.program_id = o.program_id and e.disabled_at is null and o.type = any (e.event_types)
    where o.dispatched_at is null
    on conflict (program_id, event_id, endpoint_id) do nothing
    returning d.id`.execute(queries)
  await sql`update outbox_events set dispatched_at = ${now}::timestamptz where dispatched_at is null`.execute(
    queries,
  )
  return endedDeliveries.rows.length + messages.rows.length
}
