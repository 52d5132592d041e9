import { sql } from 'kysely'
import type { Queries } from '../platform/database.ts'
import { STAT_COLUMNS, type StatDelta } from '../platform/stat-delta.ts'

/**
 * Adds deltas to the daily statistics of a program, in the transaction of the event they count.
 * @returns false when the program's time zone is no longer the one the days were computed in: nothing was
 *   added, and the caller loads the program again
 */
export async function addDailyStats(
  queries: Queries,
  programId: number,
  { timeZone, deltas, shard }: { timeZone: string; deltas: StatDelta[]; shard: number },
): Promise<boolean> {
  if (deltas.length === 0) return true
  const added = await sql`
    with p as (
      select id from programs where id = ${programId} and time_zone = ${timeZone} for key share
    )
    insert into daily_stats as s (program_id, day, currency, shard,
      clicks, leads, conversions, partners, sales, revenue_cents, commission_cents)
    select p.id, d.day, d.currency, ${shard}::smallint,
      sum(d.clicks), sum(d.leads), sum(d.conversions), sum(d.partners), sum(d.sales),
      sum(d.revenue_cents), sum(d.commission_cents)
    from p cross join jsonb_to_recordset(${JSON.stringify(deltaRows(deltas))}::jsonb) as d ${sql.raw(DELTA_COLUMNS)}
    group by p.id, d.day, d.currency
    order by p.id, d.day, d.currency
    on conflict (program_id, day, currency, shard) do update set ${sql.raw(addExcluded('s'))}
    returning s.day`.execute(queries)
  return added.rows.length > 0
}

/** The `do update set` of every statement that adds to statistics rows of this alias. */
export const addExcluded = (stats: string) =>
  STAT_COLUMNS.map((column) => `${column} = ${stats}.${column} + excluded.${column}`).join(', ')

const DELTA_TYPES = STAT_COLUMNS.map(
  (column) => `${column} ${column.endsWith('_cents') ? 'numeric' : 'bigint'}`,
).join(', ')

/** Deltas as rows that may leave out what they do not count; sums travel as digits, which JSON numbers would round. */
export function deltaRows(deltas: readonly StatDelta[]): Record<string, string>[] {
  return deltas.map(({ day, currency, ...counts }) => {
    const columns = STAT_COLUMNS.map((column) => [column, String(counts[column] ?? 0)])
    return { day, currency, ...Object.fromEntries(columns) }
  })
}

/** The columns of `deltaRows` for `jsonb_to_recordset(…) as …`. */
export const DELTA_COLUMNS = `(day date, currency text, ${DELTA_TYPES})`
