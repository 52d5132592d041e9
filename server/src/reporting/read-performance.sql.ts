import { sql } from 'kysely'
import type { Queries, Run } from '../platform/database.ts'
import { statement } from '../platform/statement.ts'
import type { StatSums } from './stat-sums.ts'

const SUMS = `
      sum(clicks)::text as clicks,
      sum(leads)::text as leads,
      sum(conversions)::text as conversions,
      sum(partners)::text as partners,
      sum(sales)::text as sales,
      sum(revenue_cents)::text as revenue_cents,
      sum(commission_cents)::text as commission_cents`

const DAYS = { program_id: 'bigint', first_day: 'text', last_day: 'text' } as const

/** The statistics of each of the local days from `first` to `last`, both included. */
export function readDailyStats(
  run: Run,
  programId: number,
  { first, last }: { first: string; last: string },
): Promise<StatSums[]> {
  return run(READ_DAYS({ program_id: programId, first_day: first, last_day: last }))
}

const READ_DAYS = statement(
  'read-daily-stats',
  DAYS,
  `
    select day, currency, ${SUMS}
    from daily_stats
    where program_id = :program_id and day between :first_day::date and :last_day::date
    group by day, currency`,
)

/** Those of all these days together. */
export function sumDailyStats(
  run: Run,
  programId: number,
  { first, last }: { first: string; last: string },
): Promise<Omit<StatSums, 'day'>[]> {
  return run(SUM_DAYS({ program_id: programId, first_day: first, last_day: last }))
}

const SUM_DAYS = statement(
  'sum-daily-stats',
  DAYS,
  `
    select currency, ${SUMS}
    from daily_stats
    where program_id = :program_id and day between :first_day::date and :last_day::date
    group by currency`,
)

/**
 * What the statistics of a day would hold if it lasted from `from` to `to` only (both included), counted
 * from the events themselves.
 */
export async function readPartialDay(
  queries: Queries,
  programId: number,
  { day, from, to }: { day: string; from: Date; to: Date },
): Promise<StatSums[]> {
  const { rows } = await sql<StatSums>`
    select ${day}::text as day, currency, ${sql.raw(SUMS)}
    from (
      select 'XXX' as currency, count(*) as clicks, 0 as leads, 0 as conversions, 0 as partners, 0 as sales,
        0::numeric as revenue_cents, 0::numeric as commission_cents
      from click_events
      where program_id = ${programId} and not is_test and received_at between ${from} and ${to}
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
      from partner_programs
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
