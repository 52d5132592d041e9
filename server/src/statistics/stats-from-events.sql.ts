import { type RawBuilder, sql } from 'kysely'
import type { StatColumn } from '../platform/stat-delta.ts'
import { STAT_COLUMNS } from '../platform/stat-delta.ts'

export interface StatsProgram {
  id: number
  time_zone: string
}

/**
 * The daily statistics of a program as its events say they must be: one row (day, currency, the sums) for
 * every local day on which something happened, or for `day` alone. Test events count nowhere; counts
 * without money stand under XXX. Clicks that are gone are counted by the quarter of an hour in which they came.
 */
export function statsFromEvents(program: StatsProgram, day?: string): RawBuilder<unknown> {
  const count = { currency: sql`'XXX'`, where: sql`true` }
  return sql`
    select day, currency, ${sql.raw(STAT_COLUMNS.map((column) => `sum(${column}) as ${column}`).join(', '))}
    from (
      ${countOf(program, day, { ...count, table: 'click_events', at: 'received_at', where: sql`not is_test`, sums: { clicks: 'count(*)' } })}
      union all
      ${countOf(program, day, { ...count, table: 'archived_clicks', at: 'slot', sums: { clicks: 'sum(clicks)::bigint' } })}
      union all
      ${countOf(program, day, { ...count, table: 'customers', at: 'signup_at', where: sql`status in ('lead', 'conversion')`, sums: { leads: 'count(*)' } })}
      union all
      ${countOf(program, day, { ...count, table: 'customers', at: 'first_purchase_at', where: sql`status = 'conversion'`, sums: { conversions: 'count(*)' } })}
      union all
      ${countOf(program, day, { ...count, table: 'partner_programs', at: 'created_at', sums: { partners: 'count(*)' } })}
      union all
      ${countOf(program, day, {
        table: 'sale_events',
        at: 'reported_at',
        currency: sql.ref('currency'),
        where: sql`not is_test and status = 'paid'`,
        sums: { sales: 'count(*)', revenue_cents: 'sum(amount_cents::numeric - refunded_cents)' },
      })}
      union all
      ${countOf(program, day, {
        table: 'commissions',
        at: 'created_at',
        currency: sql.ref('currency'),
        where: sql`true`,
        sums: { commission_cents: 'sum(amount_cents::numeric - reversed_cents)' },
      })}
    ) as counted
    group by day, currency`
}

interface Count {
  table: string
  /** The column that says on which day a row counts. */
  at: string
  currency: RawBuilder<unknown>
  where: RawBuilder<unknown>
  sums: Partial<Record<StatColumn, string>>
}

function countOf(
  program: StatsProgram,
  day: string | undefined,
  { table, at, currency, where, sums }: Count,
) {
  const localDay = sql`(${sql.ref(at)} at time zone ${program.time_zone})::date`
  const columns = STAT_COLUMNS.map((column) => `${sums[column] ?? '0'} as ${column}`).join(', ')
  // The wide bounds let an index and a partition be found; the local day decides.
  const onDay =
    day === undefined
      ? sql`true`
      : sql`${sql.ref(at)} >= ${day}::date - interval '2 days' and ${sql.ref(at)} < ${day}::date + interval '3 days'
          and ${localDay} = ${day}::date`
  return sql`select ${localDay} as day, ${currency} as currency, ${sql.raw(columns)}
    from ${sql.table(table)}
    where program_id = ${program.id} and ${sql.ref(at)} is not null and ${where} and ${onDay}
    group by 1, 2`
}
