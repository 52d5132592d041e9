import { sql } from 'kysely'
import type { Currency, NO_CURRENCY } from '../platform/currency.ts'
import type { Queries } from '../platform/database.ts'
import { LINK_STAT_COLUMNS, STAT_COLUMNS, type StatColumn } from '../platform/stat-delta.ts'
import { linkStatsFromEvents } from './link-stats-from-events.sql.ts'
import { linkedShards } from './stat-shards.ts'
import { type StatsProgram, statsFromEvents } from './stats-from-events.sql.ts'

/** One number of the daily statistics that is not what the events say; both in digits. */
export interface StatDifference {
  program_id: number
  day: string
  /** Of the statistics by link, whose link it is; 0 is that of clicks whose link nobody knows. */
  partner_id?: number
  link_id?: number
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
  const differences = await sql<StatDifference>`
    with s as (
      select day, currency, ${sql.raw(sums)} from daily_stats where program_id = ${program.id} group by day, currency
    ), e as (${statsFromEvents(program)})
    select ${program.id}::bigint as program_id, coalesce(s.day, e.day) as day, coalesce(s.currency, e.currency) as currency,
      c.name as "column", coalesce(c.stored, 0)::text as stored, coalesce(c.from_events, 0)::text as from_events
    from s full join e on e.day = s.day and e.currency = s.currency
      cross join lateral (values ${pairsOf(STAT_COLUMNS)}) as c (name, stored, from_events)
    where coalesce(c.stored, 0) <> coalesce(c.from_events, 0)
    order by 2, 3, 4`.execute(queries)
  return differences.rows
}

/**
 * The same of the statistics by link, of the days that are counted by link: others are read from their events, until a
 * job has counted them.
 */
export async function verifyLinkStats(queries: Queries, program: StatsProgram): Promise<StatDifference[]> {
  const sums = LINK_STAT_COLUMNS.map((column) => `sum(s.${column}) as ${column}`).join(', ')
  const { first, last } = linkedShards
  const differences = await sql<StatDifference>`
    with d as (
      select day, bool_and(shard between ${sql.lit(first)} and ${sql.lit(last)}) as is_counted from daily_stats
      where program_id = ${program.id} group by day
    ), s as (
      select s.day, s.partner_id, s.link_id, s.currency, ${sql.raw(sums)} from daily_link_stats s
      where s.program_id = ${program.id} and s.day not in (select d.day from d where not d.is_counted) group by 1, 2, 3, 4
    ), e as (
      select e.* from (${linkStatsFromEvents(program)}) e where e.day in (select d.day from d where d.is_counted)
    )
    select ${program.id}::bigint as program_id, coalesce(s.day, e.day) as day,
      coalesce(s.partner_id, e.partner_id) as partner_id, coalesce(s.link_id, e.link_id) as link_id,
      coalesce(s.currency, e.currency) as currency,
      c.name as "column", coalesce(c.stored, 0)::text as stored, coalesce(c.from_events, 0)::text as from_events
    from s full join e on e.day = s.day and e.partner_id = s.partner_id and e.link_id = s.link_id
        and e.currency = s.currency
      cross join lateral (values ${pairsOf(LINK_STAT_COLUMNS)}) as c (name, stored, from_events)
    where coalesce(c.stored, 0) <> coalesce(c.from_events, 0)
    order by 2, 3, 4, 5, 6`.execute(queries)
  return differences.rows
}

function pairsOf(columns: readonly string[]) {
  return sql.raw(columns.map((column) => `('${column}', s.${column}, e.${column})`).join(', '))
}
