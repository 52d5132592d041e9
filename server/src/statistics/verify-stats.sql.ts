import { sql } from 'kysely'
import type { Currency, NO_CURRENCY } from '../platform/currency.ts'
import type { Queries } from '../platform/database.ts'
import { STAT_COLUMNS, type StatColumn } from '../platform/stat-delta.ts'
import { type StatsProgram, statsFromEvents } from './stats-from-events.sql.ts'

/** One number of the daily statistics that is not what the events say; both in digits. */
export interface StatDifference {
  program_id: number
  day: string
  currency: Currency | typeof NO_CURRENCY
  column: StatColumn
  stored: string
  from_events: string
}

/**
 * Every difference between the daily statistics of a program and its events, by day. It is one statement,
 * so what is written meanwhile is seen with its statistics or not at all.
 */
export async function verifyProgramStats(queries: Queries, program: StatsProgram): Promise<StatDifference[]> {
  const sums = STAT_COLUMNS.map((column) => `sum(${column}) as ${column}`).join(', ')
  const pairs = STAT_COLUMNS.map((column) => `('${column}', s.${column}, e.${column})`).join(', ')
  const differences = await sql<StatDifference>`
    with s as (
      select day, currency, ${sql.raw(sums)} from daily_stats where program_id = ${program.id} group by day, currency
    ), e as (${statsFromEvents(program)})
    select ${program.id}::bigint as program_id, coalesce(s.day, e.day) as day, coalesce(s.currency, e.currency) as currency,
      c.name as "column", coalesce(c.stored, 0)::text as stored, coalesce(c.from_events, 0)::text as from_events
    from s full join e on e.day = s.day and e.currency = s.currency
      cross join lateral (values ${sql.raw(pairs)}) as c (name, stored, from_events)
    where coalesce(c.stored, 0) <> coalesce(c.from_events, 0)
    order by 2, 3, 4`.execute(queries)
  return differences.rows
}
