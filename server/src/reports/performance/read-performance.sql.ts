import { sql } from 'kysely'
import type { Queries, Run } from '../../core/database/database.ts'
import { statement } from '../../core/database/statement.ts'
import type { StatSums } from './stat-sums.ts'

const SUMS = `
      sum(clicks)::text as clicks,
      sum(leads)::text as leads,
      sum(conversions)::text as conversions,
      sum(partners)::text as partners,
      sum(sales)::text as sales,
      sum(revenue_cents)::text as revenue_cents,
      sum(commission_cents)::text as commission_cents`

/** Local days from `first` to `last`. Both ends are included. */
interface Days {
  first: string
  last: string
}

type TotalSums = Omit<StatSums, 'day'> & { day: null }

/** Returns statistics for each current day, and for all previous days together. Undefined days are omitted. */
export async function readDailyStats(
  run: Run,
  programId: number,
  { current, previous }: { current: Days | undefined; previous: Days | undefined },
): Promise<{ current: StatSums[]; previous: TotalSums[] }> {
  const rows = await run<StatSums | TotalSums>(
    READ_DAYS({
      program_id: programId,
      first_day: current?.first,
      last_day: current?.last,
      previous_first_day: previous?.first,
      previous_last_day: previous?.last,
    }),
  )
  return {
    current: rows.filter((row) => row.day !== null),
    previous: rows.filter((row) => row.day === null),
  }
}

const READ_DAYS = statement(
  'read-daily-stats',
  {
    program_id: 'bigint',
    first_day: 'text?',
    last_day: 'text?',
    previous_first_day: 'text?',
    previous_last_day: 'text?',
  },
  `
    select day, currency, ${SUMS}
    from daily_stats
    where program_id = :program_id and day between :first_day::date and :last_day::date
    group by day, currency
    union all
    select null, currency, ${SUMS}
    from daily_stats
    where program_id = :program_id and day between :previous_first_day::date and :previous_last_day::date
    group by currency`,
)

/**
 * Counts the events in part of a day, from `from` to `to`, inclusive. Deleted clicks are counted at the start of their
 * quarter hour.
 */
export async function readPartialDay(
  queries: Queries,
  programId: number,
  { day, from, to }: { day: string; from: Date; to: Date },
) {
  const { rows } = await sql<StatSums>`
    select ${day}::text as day, currency, ${sql.raw(SUMS)}
    from (
      select 'XXX' as currency, count(*) as clicks, 0 as leads, 0 as conversions, 0 as partners, 0 as sales,
        0::numeric as revenue_cents, 0::numeric as commission_cents
      from click_events
      where program_id = ${programId} and not is_test and received_at between ${from} and ${to}
      union all
      select 'XXX', coalesce(sum(clicks), 0)::bigint, 0, 0, 0, 0, 0, 0
      from archived_clicks
      where program_id = ${programId} and slot between ${from} and ${to}
      union all
      select 'XXX', 0, count(*), 0, 0, 0, 0, 0
      from customers
      where program_id = ${programId} and signup_at between ${from} and ${to} and status in ('lead', 'conversion')
      union all
      select 'XXX', 0, 0, count(*), 0, 0, 0, 0
      from customers
      where program_id = ${programId} and first_purchase_at between ${from} and ${to} and status = 'conversion'
      union all
      select 'XXX', 0, 0, 0, count(*), 0, 0, 0
      from program_enrollments
      where program_id = ${programId} and created_at between ${from} and ${to}
      union all
      select currency, 0, 0, 0, 0, count(*), sum(amount_cents - refunded_cents), 0
      from sale_events
      where program_id = ${programId} and not is_test and status = 'paid' and reported_at between ${from} and ${to}
      group by currency
      union all
      select currency, 0, 0, 0, 0, 0, 0, sum(amount_cents - reversed_cents)
      from commissions
      where program_id = ${programId} and created_at between ${from} and ${to}
      group by currency
    ) as events
    group by currency`.execute(queries)
  return rows
}
