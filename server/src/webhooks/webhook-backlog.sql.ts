import { sql } from 'kysely'
import type { Queries } from '../platform/database.ts'

/** What is still to be sent, of all programs: how many deliveries and messages, and since when the oldest waits. */
export async function readBacklog(queries: Queries): Promise<{ waiting: number; oldest: Date | null }> {
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
