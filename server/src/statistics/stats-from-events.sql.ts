import { type RawBuilder, sql } from 'kysely'
import type { StatColumn } from '../core/database/stat-delta.ts'
import { STAT_COLUMNS } from '../core/database/stat-delta.ts'

/** A range of local days (`YYYY-MM-DD`). Both ends are included. */
export interface DayRange {
  first: string
  last: string
}

export interface StatsProgram {
  id: number
  time_zone: string
}

/**
 * Returns the SQL that computes a program's daily statistics from its events: one row per local day and currency. Uses
 * the days stored with the events, excludes test events, and counts archived clicks by their 15-minute slot. Counts
 * without money have the currency XXX.
 */
export function statsFromEvents(program: StatsProgram): RawBuilder<unknown> {
  const count = { currency: sql`'XXX'`, where: sql`true` }
  return sql`
    select day, currency, ${sql.raw(STAT_COLUMNS.map((column) => `sum(${column}) as ${column}`).join(', '))}
    from (
      ${countEvents(program, { ...count, table: 'click_events', day: 'day', where: sql`not is_test`, sums: { clicks: 'count(*)' } })}
      union all
      ${countEvents(program, { ...count, table: 'archived_clicks', day: 'day', sums: { clicks: 'sum(clicks)::bigint' } })}
      union all
      ${countEvents(program, { ...count, table: 'customers', day: 'signup_day', where: sql`status in ('lead', 'conversion')`, sums: { leads: 'count(*)' } })}
      union all
      ${countEvents(program, { ...count, table: 'customers', day: 'first_purchase_day', where: sql`status = 'conversion'`, sums: { conversions: 'count(*)' } })}
      union all
      ${countEvents(program, { ...count, table: 'program_enrollments', day: 'created_day', sums: { partners: 'count(*)' } })}
      union all
      ${countEvents(program, {
        table: 'sale_events',
        day: 'reported_day',
        currency: sql.ref('currency'),
        where: sql`not is_test and status = 'paid'`,
        sums: { sales: 'count(*)', revenue_cents: 'sum(amount_cents::numeric - refunded_cents)' },
      })}
      union all
      ${countEvents(program, {
        table: 'commissions',
        day: 'created_day',
        currency: sql.ref('currency'),
        where: sql`true`,
        sums: { commission_cents: 'sum(amount_cents::numeric - reversed_cents)' },
      })}
    ) as counted
    group by day, currency`
}

interface Count {
  table: string
  /** The column that contains the stored local day. */
  day: string
  currency: RawBuilder<unknown>
  where: RawBuilder<unknown>
  sums: Partial<Record<StatColumn, string>>
}

function countEvents(program: StatsProgram, { table, day, currency, where, sums }: Count) {
  const columns = STAT_COLUMNS.map((column) => `${sums[column] ?? '0'} as ${column}`).join(', ')
  return sql`select ${sql.ref(day)} as day, ${currency} as currency, ${sql.raw(columns)}
    from ${sql.table(table)}
    where program_id = ${program.id} and ${sql.ref(day)} is not null and ${where}
    group by 1, 2`
}
