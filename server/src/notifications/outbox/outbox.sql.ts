import { sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'

/** What a merchant can be told of, by a webhook. */
export const EVENT_TYPES = [
  'lead.settled',
  'sale.created',
  'sale.adjusted',
  'sale.refunded',
  'commission.created',
  'commission.approved',
  'commission.adjusted',
  'commission.reversed',
  'commission.paid',
  'partner.approved',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** Sent on demand to one webhook, whatever types it wants. */
export const TEST_EVENT_TYPE = 'webhook.test'

/** The types that webhooks of the program want to be told: without one nothing is written. */
export const subscribedTypes = (programId: number) => sql`
  select unnest(w.event_types) from webhook_endpoints w
  where w.program_id = ${programId} and w.disabled_at is null`

/** A commission as it is told; the alias is of rows with the columns named here. */
export const commissionPayload = (commission: string) => {
  const c = commission
  return `jsonb_build_object('commission_id', ${c}.id, 'partner_id', ${c}.partner_id,
  'sale_id', ${c}.sale_id, 'customer_id', ${c}.customer_id, 'amount_cents', ${c}.amount_cents,
  'currency', ${c}.currency,
  'hold_until', to_char(${c}.hold_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`
}

/** Writes what there is to tell of one event, as `publishAll` does. */
export function tell(
  queries: Queries,
  programId: number,
  { data, ...event }: { type: EventType; data: Record<string, unknown>; at: Date },
): Promise<void> {
  return publishAll(queries, programId, { ...event, data: [data] })
}

/**
 * Writes what there is to tell of events of one type, in the transaction of what happened: both are there or none.
 * They are delivered after the commit, at least once.
 */
export async function publishAll(
  queries: Queries,
  programId: number,
  { type, data, at }: { type: EventType; data: Record<string, unknown>[]; at: Date },
): Promise<void> {
  if (data.length === 0) return
  // A look of its own, and values: a cluster takes what is selected for an insert to the node that was asked and back, and
  // then needs two phases to commit.
  const wanted = await sql`
    select 1 from webhook_endpoints w
    where w.program_id = ${programId} and w.disabled_at is null and ${type}::text = any (w.event_types)
    limit 1`.execute(queries)
  if (wanted.rows.length === 0) return
  await queries
    .insertInto('outbox_events')
    .values(data.map((one) => ({ program_id: programId, type, data: JSON.stringify(one), created_at: at })))
    .execute()
}
