import { sql, type Transaction } from 'kysely'
import type { Queries } from '../platform/database.ts'
import type { Schema } from '../platform/schema.ts'
import { STAT_COLUMNS } from '../platform/stat-delta.ts'
import { COUNTING_SHARD, linkedShards } from './stat-shards.ts'

const { first, last, marked } = linkedShards
/** Of a row of `daily_stats`: whoever wrote it did not count links. */
const isUncounted = sql<boolean>`shard not between ${sql.lit(first)} and ${sql.lit(last)}`

/**
 * The first and the last of the local days from one to another that are not counted by link; undefined when all are.
 * What their links brought is in their events.
 */
export async function findUncountedDays(
  queries: Queries,
  programId: number,
  days: { first: string; last: string },
): Promise<{ first: string; last: string } | undefined> {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(day) as first, max(day) as last from daily_stats
    where program_id = ${programId} and day between ${days.first}::date and ${days.last}::date
      and ${isUncounted}`.execute(queries)
  const [found] = rows
  if (found === undefined || found.first === null || found.last === null) return undefined
  return { first: found.first, last: found.last }
}

/** Whether some day of a program is not counted by link. */
export async function hasUncountedDays(queries: Queries, programId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from daily_stats where program_id = ${programId} and ${isUncounted} limit 1`.execute(queries)
  return rows.length > 0
}

/**
 * Of a locked program, marks every day that is not counted by link, so that what is written from now on shows beside it.
 * @returns the days, the newest first
 */
export async function markUncountedDays(
  transaction: Transaction<Schema>,
  programId: number,
): Promise<string[]> {
  const columns = sql.raw(STAT_COLUMNS.join(', '))
  const added = sql.raw(
    STAT_COLUMNS.map((column) => `${column} = s.${column} + excluded.${column}`).join(', '),
  )
  // A job that was ended has left days that are marked, to which processes of before may have written again.
  await sql`
    with gone as (
      delete from daily_stats as s
      where s.program_id = ${programId} and s.shard < ${sql.lit(marked)} and s.day in (
        select d.day from daily_stats d where d.program_id = ${programId} and d.shard < ${sql.lit(first)})
      returning s.program_id, s.day, s.currency, s.shard, ${sql.raw(STAT_COLUMNS.map((column) => `s.${column}`).join(', '))}
    )
    insert into daily_stats as s (program_id, day, currency, shard, ${columns})
    select g.program_id, g.day, g.currency, g.shard + ${sql.lit(marked)}, ${columns} from gone g
    order by g.day, g.currency, g.shard
    on conflict (program_id, day, currency, shard) do update set ${added}`.execute(transaction)
  const { rows } = await sql<{ day: string }>`
    select distinct day from daily_stats where program_id = ${programId} and ${isUncounted}
    order by day desc`.execute(transaction)
  return rows.map(({ day }) => day)
}

/** How a marked day of a locked program stands. */
export async function standingOf(
  transaction: Transaction<Schema>,
  programId: number,
  day: string,
): Promise<'marked' | 'written' | 'counted'> {
  const { rows } = await sql<{ is_marked: boolean | null; is_written: boolean | null }>`
    select bool_or(shard >= ${sql.lit(marked)}) as is_marked, bool_or(shard < ${sql.lit(marked)}) as is_written
    from daily_stats where program_id = ${programId} and day = ${day}::date`.execute(transaction)
  const [found] = rows
  if (found?.is_marked !== true) return 'counted'
  return found.is_written === true ? 'written' : 'marked'
}

/** Lets what was counted of a day of a locked program be all that is there of it. */
export async function keepCounted(
  transaction: Transaction<Schema>,
  programId: number,
  day: string,
): Promise<void> {
  await sql`
    delete from daily_link_stats
    where program_id = ${programId} and day = ${day}::date and shard <> ${sql.lit(COUNTING_SHARD)}`.execute(
    transaction,
  )
  await sql`
    update daily_link_stats set shard = ${sql.lit(first)}
    where program_id = ${programId} and day = ${day}::date`.execute(transaction)
}

/** Says of a day of a locked program that it is counted by link. */
export async function sealDay(
  transaction: Transaction<Schema>,
  programId: number,
  day: string,
): Promise<void> {
  const columns = sql.raw(STAT_COLUMNS.join(', '))
  const sums = sql.raw(STAT_COLUMNS.map((column) => `sum(g.${column})`).join(', '))
  await sql`
    with gone as (
      delete from daily_stats where program_id = ${programId} and day = ${day}::date
      returning program_id, day, currency, ${columns}
    )
    insert into daily_stats (program_id, day, currency, shard, ${columns})
    select g.program_id, g.day, g.currency, ${sql.lit(first)}, ${sums} from gone g
    group by g.program_id, g.day, g.currency`.execute(transaction)
}
