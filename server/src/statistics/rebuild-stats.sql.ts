import { sql, type Transaction } from 'kysely'
import type { Schema } from '../core/database/schema.ts'
import { LINK_STAT_COLUMNS, STAT_COLUMNS } from '../core/database/stat-delta.ts'
import { rebuildSums } from './commission-sums.sql.ts'
import { insertRollUps, subtractFromRollUps } from './link-stat-rollups.sql.ts'
import { linkStatsFromEvents } from './link-stats-from-events.sql.ts'
import { ROLLED_UP_SHARD } from './stat-shards.ts'
import type { DayRange, StatsProgram } from './stats-from-events.sql.ts'

/**
 * Replaces all daily statistics, link statistics, roll-ups and totals of a program locked by `lockStatsProgram` with
 * those computed from its events. The lock keeps events from being missed or counted twice.
 */
export async function rebuildProgramStats(
  queries: Transaction<Schema>,
  program: StatsProgram,
): Promise<void> {
  for (const table of ['link_stat_rollups', 'daily_link_stats', 'daily_stats'] as const) {
    await queries.deleteFrom(table).where('program_id', '=', program.id).execute()
  }
  await insertStats(queries, program, { days: undefined, shard: ROLLED_UP_SHARD })
  await insertRollUps(queries, program.id)
  await rebuildSums(queries, program.id)
}

/** Replaces the statistics of some local days of a locked program with those computed from its events. */
export async function rebuildDays(
  queries: Transaction<Schema>,
  program: StatsProgram,
  days: DayRange,
): Promise<void> {
  await subtractFromRollUps(queries, program.id, days)
  for (const table of ['daily_link_stats', 'daily_stats'] as const) {
    await queries
      .deleteFrom(table)
      .where('program_id', '=', program.id)
      .where('day', '>=', days.first)
      .where('day', '<=', days.last)
      .execute()
  }
  await insertStats(queries, program, { days, shard: 0 })
}

async function insertStats(
  queries: Transaction<Schema>,
  program: StatsProgram,
  { days, shard }: { days: DayRange | undefined; shard: number },
) {
  await insertLinkStats(queries, program, { days, shard })
  // Derives the totals from the link statistics, so that events are read only once. New partners are the only
  // events without a link.
  const columns = sql.raw(STAT_COLUMNS.join(', '))
  const linkColumns = sql.raw(LINK_STAT_COLUMNS.join(', '))
  const none = sql.raw(LINK_STAT_COLUMNS.map((column) => `0 as ${column}`).join(', '))
  const isCounted = (column: string) =>
    days === undefined
      ? sql`${sql.ref(column)} is not null`
      : sql`${sql.ref(column)} between ${days.first}::date and ${days.last}::date`
  await sql`
    insert into daily_stats as s (program_id, day, currency, shard, ${columns})
    select ${program.id}::bigint, day, currency, 0,
      ${sql.raw(STAT_COLUMNS.map((column) => `sum(${column})`).join(', '))}
    from (
      select day, currency, ${linkColumns}, 0 as partners from daily_link_stats
      where program_id = ${program.id} and ${isCounted('day')}
      union all
      select created_day, 'XXX', ${none}, 1 from program_enrollments
      where program_id = ${program.id} and ${isCounted('created_day')}
    ) as counted
    group by day, currency
    returning s.day`.execute(queries)
}

/** Inserts the link statistics of all days, or of some days, into one shard. */
async function insertLinkStats(
  queries: Transaction<Schema>,
  program: StatsProgram,
  { days, shard }: { days: DayRange | undefined; shard: number },
): Promise<void> {
  const columns = sql.raw(LINK_STAT_COLUMNS.join(', '))
  await sql`
    insert into daily_link_stats as s (program_id, day, partner_id, link_id, currency, shard, ${columns})
    select ${program.id}::bigint, day, partner_id, link_id, currency, ${sql.lit(shard)}, ${columns}
    from (${linkStatsFromEvents(program, days)}) as events
    returning s.day`.execute(queries)
}
