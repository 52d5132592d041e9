import { sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { EventType } from './event-types.ts'

/** SQL: the event types that the program's webhooks subscribe to. If there are none, no event is written. */
export const subscribedTypes = (programId: number) => sql`
  select unnest(w.event_types) from webhook_endpoints w
  where w.program_id = ${programId} and w.disabled_at is null`

/** SQL: a commission's payload. The alias must have these columns. */
export const commissionPayload = (commission: string) => {
  const c = commission
  return `jsonb_build_object('commission_id', ${c}.id, 'partner_id', ${c}.partner_id,
  'sale_id', ${c}.sale_id, 'customer_id', ${c}.customer_id, 'amount_cents', ${c}.amount_cents,
  'currency', ${c}.currency,
  'hold_until', to_char(${c}.hold_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`
}

/** Publishes one event, like `publishAll`. */
export function publish(
  queries: Queries,
  programId: number,
  { data, ...event }: { type: EventType; data: Record<string, unknown>; at: Date },
): Promise<void> {
  return publishAll(queries, programId, { ...event, data: [data] })
}

/**
 * Publishes events of one type in the transaction that causes them. They are delivered after the commit, at least once.
 */
export async function publishAll(
  queries: Queries,
  programId: number,
  { type, data, at }: { type: EventType; data: Record<string, unknown>[]; at: Date },
): Promise<void> {
  if (data.length === 0) return
  // A separate query and plain values, because on Citus, `insert … select` would need a two-phase commit.
  const subscription = await sql`
    select 1 from webhook_endpoints w
    where w.program_id = ${programId} and w.disabled_at is null and ${type}::text = any (w.event_types)
    limit 1`.execute(queries)
  if (subscription.rows.length === 0) return
  await queries
    .insertInto('outbox_events')
    .values(data.map((item) => ({ program_id: programId, type, data: JSON.stringify(item), created_at: at })))
    .execute()
}
