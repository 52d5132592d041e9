import { type RawBuilder, sql } from 'kysely'
import { LINK_STAT_COLUMNS, type LinkStatColumn } from '../core/database/stat-delta.ts'
import type { LinkStatSources, TimeSpan } from './link-stat-sources.ts'
import { storedLinkStats } from './stored-link-stats.sql.ts'

/**
 * Returns the SQL for `partner_id`, `currency` and the measures of the partners that `of` selects, with the
 * definitions of the daily statistics. Counts without money have the currency XXX. A partner and currency may have
 * several rows.
 */
export function selectPartnerSums(
  measures: readonly LinkStatColumn[],
  of: RawBuilder<boolean>,
  sources: LinkStatSources,
): RawBuilder<unknown> {
  const columns = sql.raw(['partner_id', 'currency', ...measures].join(', '))
  const storedRows = storedLinkStats(measures, of, sources).map(
    (one) => sql`select ${columns} from (${one}) as kept`,
  )
  const eventRows = sources.spans.flatMap((span) =>
    LINK_STAT_COLUMNS.filter((measure) => measures.includes(measure)).map((measure) =>
      toRow(measures, measure, EVENTS[measure](of, span)),
    ),
  )
  return sql.join([noRows(measures), ...storedRows, ...eventRows], sql` union all `)
}

const columnRef = (measure: LinkStatColumn) => sql.ref(measure)

/** Returns the column's type, because summing integers takes half as long as summing numerics. */
const columnSqlType = (measure: LinkStatColumn) =>
  measure === 'revenue_cents' || measure === 'commission_cents' ? sql`numeric` : sql`bigint`

/** Declares the names and types of the columns if there are no rows. */
function noRows(measures: readonly LinkStatColumn[]): RawBuilder<unknown> {
  const zeros = sql.join(
    measures.map((measure) => sql`0::${columnSqlType(measure)} as ${columnRef(measure)}`),
  )
  return sql`select 0::bigint as partner_id, 'XXX'::text as currency, ${zeros} where false`
}

/**
 * Returns rows of `partner_id`, `currency` and `value`, with the value in its measure's column and zeros in the others.
 */
function toRow(measures: readonly LinkStatColumn[], measure: LinkStatColumn, events: RawBuilder<unknown>) {
  const values = sql.join(
    measures.map((one) => sql`${one === measure ? sql`e.value` : sql`0`}::${columnSqlType(one)}`),
  )
  return sql`select e.partner_id, e.currency, ${values} from (${events}) e`
}

type Events = (of: RawBuilder<boolean>, span: TimeSpan) => RawBuilder<unknown>

/** Each query uses an index that begins with (program_id, partner_id) or with the program and the time. */
const EVENTS: Record<LinkStatColumn, Events> = {
  clicks: (of, { from, to }) => sql`
    select partner_id, 'XXX' as currency, sum(clicks) as value from (
      select partner_id, count(*) as clicks from click_events
      where ${of} and not is_test and received_at between ${from} and ${to} group by partner_id
      union all
      select partner_id, sum(clicks)::bigint from archived_clicks
      where ${of} and slot between ${from} and ${to} group by partner_id
    ) as kept_or_gone group by partner_id`,
  leads: (of, { from, to }) => sql`
    select partner_id, 'XXX' as currency, count(*) as value from customers
    where ${of} and signup_at between ${from} and ${to} and status in ('lead', 'conversion') group by partner_id`,
  conversions: (of, { from, to }) => sql`
    select partner_id, 'XXX' as currency, count(*) as value from customers
    where ${of} and first_purchase_at between ${from} and ${to} and status = 'conversion' group by partner_id`,
  sales: (of, span) => sql`select partner_id, currency, count(*) as value ${paidSales(of, span)}`,
  revenue_cents: (of, span) => sql`
    select partner_id, currency, sum(amount_cents::numeric - refunded_cents) as value ${paidSales(of, span)}`,
  commission_cents: (of, { from, to }) => sql`
    select partner_id, currency, sum(amount_cents::numeric - reversed_cents) as value from commissions
    where ${of} and created_at between ${from} and ${to} group by partner_id, currency`,
}

const paidSales: Events = (of, { from, to }) => sql`
  from sale_events where ${of} and not is_test and status = 'paid' and reported_at between ${from} and ${to}
  group by partner_id, currency`
