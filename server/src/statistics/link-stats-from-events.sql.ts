import { type RawBuilder, sql } from 'kysely'
import { LINK_STAT_COLUMNS, type LinkStatColumn, NO_LINK } from '../core/database/stat-delta.ts'
import type { TimeSpan } from './link-stat-sources.ts'
import type { DayRange, StatsProgram } from './stats-from-events.sql.ts'

/**
 * Returns the SQL that computes a program's daily link statistics from its events, with the definitions of
 * `statsFromEvents`: day, partner_id, link_id, currency and the sums, for all days, some days or a time range. Sales
 * and commissions are credited to their customer's link, or to link 0 if the customer didn't click one.
 */
export function linkStatsFromEvents(program: StatsProgram, range?: DayRange | TimeSpan): RawBuilder<unknown> {
  const count = (count: Count) => countEvents(program, range, count)
  const clicks = { clicks: 'count(*)' }
  return sql`
    select day, partner_id, link_id, currency,
      ${sql.raw(LINK_STAT_COLUMNS.map((column) => `sum(${column}) as ${column}`).join(', '))}
    from (
      ${count({ table: 'click_events', at: 'received_at', day: 'day', where: 'not e.is_test', sums: clicks })}
      union all
      ${count({ table: 'archived_clicks', at: 'slot', day: 'day', sums: { clicks: 'sum(e.clicks)::bigint' } })}
      union all
      ${count({ table: 'customers', at: 'signup_at', day: 'signup_day', where: "e.status in ('lead', 'conversion')", sums: { leads: 'count(*)' } })}
      union all
      ${count({ table: 'customers', at: 'first_purchase_at', day: 'first_purchase_day', where: "e.status = 'conversion'", sums: { conversions: 'count(*)' } })}
      union all
      ${count({
        ...customerCounts,
        table: 'sale_events',
        at: 'reported_at',
        day: 'reported_day',
        where: "not e.is_test and e.status = 'paid'",
        sums: { sales: 'count(*)', revenue_cents: 'sum(e.amount_cents::numeric - e.refunded_cents)' },
      })}
      union all
      ${count({
        ...customerCounts,
        table: 'commissions',
        at: 'created_at',
        day: 'created_day',
        sums: { commission_cents: 'sum(e.amount_cents::numeric - e.reversed_cents)' },
      })}
    ) as counted
    group by day, partner_id, link_id, currency`
}

interface Count {
  table: string
  /** The column that contains the time. */
  at: string
  /** The column that contains the stored local day. */
  day: string
  /** Whether the link comes from the event's customer. */
  isCustomerLink?: boolean
  currency?: string
  where?: string
  sums: Partial<Record<LinkStatColumn, string>>
}

const customerCounts = { isCustomerLink: true, currency: 'e.currency' }

function countEvents(
  program: StatsProgram,
  range: DayRange | TimeSpan | undefined,
  { table, at, day, isCustomerLink = false, currency = "'XXX'", where = 'true', sums }: Count,
) {
  const instant = sql.ref(`e.${at}`)
  const localDay = sql.ref(`e.${day}`)
  const columns = LINK_STAT_COLUMNS.map((column) => `${sums[column] ?? '0'} as ${column}`).join(', ')
  const customer = isCustomerLink
    ? sql`join customers c on c.program_id = ${program.id} and c.id = e.customer_id`
    : sql``
  return sql`select ${localDay} as day, e.partner_id, coalesce(${sql.ref(isCustomerLink ? 'c.link_id' : 'e.link_id')}, ${sql.lit(NO_LINK)}) as link_id,
      ${sql.raw(currency)} as currency, ${sql.raw(columns)}
    from ${sql.table(table)} e ${customer}
    where e.program_id = ${program.id} and ${instant} is not null and ${sql.raw(where)}
      and ${isWithin(range, instant, localDay)}
    group by 1, 2, 3, 4`
}

function isWithin(
  range: DayRange | TimeSpan | undefined,
  instant: RawBuilder<unknown>,
  localDay: RawBuilder<unknown>,
) {
  if (range === undefined) return sql`true`
  if ('from' in range) return sql`${instant} between ${range.from} and ${range.to}`
  // These wider bounds on the time use an index and prune partitions. The stored day determines the result.
  return sql`${instant} >= ${range.first}::date - interval '2 days' and ${instant} < ${range.last}::date + interval '3 days'
    and ${localDay} between ${range.first}::date and ${range.last}::date`
}
