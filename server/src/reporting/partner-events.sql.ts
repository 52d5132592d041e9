import { type RawBuilder, sql } from 'kysely'

/** What is counted of a partner. */
export type PartnerMeasure =
  | 'clicks'
  | 'leads'
  | 'conversions'
  | 'sales'
  | 'revenue_cents'
  | 'commission_cents'

/**
 * Rows of `partner_id`, `currency` and `value`: one measure of the partners that `of` chooses, from `from` to `to`
 * (both included), by the definitions of the daily statistics. What has no money stands under XXX. Each walks an index
 * that begins with (program_id, partner_id) or with the program and the time.
 */
export function sumsOfPartners(
  measure: PartnerMeasure,
  of: RawBuilder<boolean>,
  { from, to }: { from: Date; to: Date },
): RawBuilder<unknown> {
  switch (measure) {
    case 'clicks':
      return sql`select partner_id, 'XXX' as currency, count(*)::numeric as value from click_events
        where ${of} and not is_test and received_at between ${from} and ${to} group by partner_id`
    case 'leads':
      return sql`select partner_id, 'XXX' as currency, count(*)::numeric as value from customers
        where ${of} and signup_at between ${from} and ${to} and status in ('lead', 'conversion') group by partner_id`
    case 'conversions':
      return sql`select partner_id, 'XXX' as currency, count(*)::numeric as value from customers
        where ${of} and first_purchase_at between ${from} and ${to} and status = 'conversion' group by partner_id`
    case 'sales':
      return sql`select partner_id, currency, count(*)::numeric as value ${paidSales(of, { from, to })}`
    case 'revenue_cents':
      return sql`select partner_id, currency, sum(amount_cents::numeric - refunded_cents) as value
        ${paidSales(of, { from, to })}`
    case 'commission_cents':
      return sql`select partner_id, currency, sum(amount_cents::numeric - reversed_cents) as value from commissions
        where ${of} and created_at between ${from} and ${to} group by partner_id, currency`
  }
}

const paidSales = (of: RawBuilder<boolean>, { from, to }: { from: Date; to: Date }) => sql`
  from sale_events where ${of} and not is_test and status = 'paid' and reported_at between ${from} and ${to}
  group by partner_id, currency`
