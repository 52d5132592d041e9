import { sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'

/** Evidence of an order's partner, from requests and payments with its ID. */
export interface OrderTraces {
  /** Whether the partner has a sale with this ID. */
  is_sold: boolean
  customer_keys: string[]
  click_ids: string[]
}

/** Reads the possible partners of an order in one statement, with the same work for existing and unknown orders. */
export async function readOrderTraces(
  queries: Queries,
  { programId, partnerId }: { programId: number; partnerId: number },
  names: readonly string[],
): Promise<OrderTraces> {
  const nameArray = sql`${[...names]}::text[]`
  const { rows } = await sql<OrderTraces>`
    select coalesce(bool_or(t.partner_id = ${partnerId}), false) as is_sold,
      coalesce(array_agg(distinct t.customer_key) filter (where t.customer_key is not null), '{}') as customer_keys,
      coalesce(array_agg(distinct t.click_id) filter (where t.click_id is not null), '{}') as click_ids
    from (
      select s.partner_id, null::text as customer_key, null::text as click_id from sale_events s
      where s.program_id = ${programId} and s.is_test = false and s.transaction_id = any (${nameArray})
      union all
      select null::bigint, r.customer_key, r.click_id from rejected_requests r
      where r.program_id = ${programId} and r.is_authenticated and not r.is_test and r.type = 'sale'
        and r.transaction_id = any (${nameArray})
    ) t`.execute(queries)
  return rows[0] ?? { is_sold: false, customer_keys: [], click_ids: [] }
}

/** Returns whether one of these customers or clicks belongs to the partner. */
export async function belongsToPartner(
  queries: Queries,
  { programId, partnerId }: { programId: number; partnerId: number },
  {
    customerKeys,
    clicks,
  }: { customerKeys: readonly string[]; clicks: readonly { uuid: string; at: Date }[] },
): Promise<boolean> {
  const clickRows = JSON.stringify(clicks.map(({ uuid, at }) => ({ uuid, at: at.toISOString() })))
  const uuids = clicks.map(({ uuid }) => uuid)
  const { rows } = await sql<{ is_of_partner: boolean }>`
    select (
      exists (select from customers c where c.program_id = ${programId} and c.partner_id = ${partnerId}
        and c.customer_key = any (${[...customerKeys]}::text[]))
      or exists (select from customers c where c.program_id = ${programId} and c.partner_id = ${partnerId}
        and c.click_uuid = any (${uuids}::uuid[]))
      or exists (
        select from jsonb_to_recordset(${clickRows}::jsonb) as w (uuid uuid, at timestamptz)
        join click_events e on e.program_id = ${programId} and e.received_at = w.at and e.click_uuid = w.uuid
        where e.partner_id = ${partnerId} and not e.is_test)
    ) as is_of_partner`.execute(queries)
  return rows[0]?.is_of_partner === true
}
