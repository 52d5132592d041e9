import { sql } from 'kysely'
import type { Queries } from '../platform/database.ts'
import type { PartnerSums } from './stat-sums.ts'

/**
 * What each of these partners brought from `from` to `to` (both included), by the definitions of the daily
 * statistics; counts without money stand under XXX. Each branch walks an index that begins with
 * (program_id, partner_id), so it reads the rows of these partners only.
 */
export async function readPartnerNumbers(
  queries: Queries,
  programId: number,
  partnerIds: readonly number[],
  { from, to }: { from: Date; to: Date },
): Promise<PartnerSums[]> {
  if (partnerIds.length === 0) return []
  const ofPartners = sql`program_id = ${programId} and partner_id in (${sql.join(partnerIds)})`
  const { rows } = await sql<PartnerSums>`
    select partner_id, currency,
      sum(clicks)::text as clicks,
      sum(leads)::text as leads,
      sum(conversions)::text as conversions,
      sum(sales)::text as sales,
      sum(revenue_cents)::text as revenue_cents,
      sum(commission_cents)::text as commission_cents
    from (
      select partner_id, 'XXX' as currency, count(*) as clicks, 0 as leads, 0 as conversions, 0 as sales,
        0::numeric as revenue_cents, 0::numeric as commission_cents
      from click_events
      where ${ofPartners} and not is_test and received_at between ${from} and ${to}
      group by partner_id
      union all
      select partner_id, 'XXX', 0, count(*), 0, 0, 0, 0
      from customers
      where ${ofPartners} and signup_at between ${from} and ${to} and status in ('lead', 'conversion')
      group by partner_id
      union all
      select partner_id, 'XXX', 0, 0, count(*), 0, 0, 0
      from customers
      where ${ofPartners} and first_purchase_at between ${from} and ${to} and status = 'conversion'
      group by partner_id
      union all
      select partner_id, currency, 0, 0, 0, count(*), sum(amount_cents::numeric - refunded_cents), 0
      from sale_events
      where ${ofPartners} and not is_test and status = 'paid' and reported_at between ${from} and ${to}
      group by partner_id, currency
      union all
      select partner_id, currency, 0, 0, 0, 0, 0, sum(amount_cents::numeric - reversed_cents)
      from commissions
      where ${ofPartners} and created_at between ${from} and ${to}
      group by partner_id, currency
    ) as events
    group by partner_id, currency`.execute(queries)
  return rows
}
