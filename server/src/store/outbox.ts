import { sql } from 'kysely'
import type { Queries } from './database.ts'

/** What a merchant can be told of, by a webhook. */
export const EVENT_TYPES = [
  'lead.settled',
  'sale.created',
  'sale.refunded',
  'commission.created',
  'commission.approved',
  'commission.reversed',
  'commission.paid',
  'partner.approved',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** Sent on demand to one endpoint, whatever types it wants. */
export const TEST_EVENT_TYPE = 'webhook.test'

/** Whether an endpoint of the program of `t` wants to be told of `t.type`: without one nothing is written. */
export const IS_WANTED = `exists (select 1 from webhook_endpoints w
  where w.program_id = t.program_id and w.disabled_at is null and t.type = any (w.event_types))`

/** A commission `m` as it is told: `m` has the columns named here. */
export const COMMISSION_TOLD = `jsonb_build_object('commission_id', m.id, 'partner_id', m.partner_id,
  'sale_id', m.sale_id, 'customer_id', m.customer_id, 'amount_cents', m.amount_cents, 'currency', m.currency,
  'hold_until', to_char(m.hold_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`

/**
 * Writes what there is to tell of one event, in the transaction of what happened: both are there or none.
 * It is delivered after the commit, at least once.
 */
export async function tell(
  queries: Queries,
  programId: number,
  type: EventType,
  data: Record<string, unknown>,
  at: Date,
): Promise<void> {
  await sql`
    insert into outbox_events as o (program_id, type, data, created_at)
    select t.program_id, t.type, t.data, ${at}::timestamptz
    from (select ${programId}::bigint as program_id, ${type}::text as type, ${JSON.stringify(data)}::jsonb as data) t
    where ${sql.raw(IS_WANTED)}
    returning o.id`.execute(queries)
}
