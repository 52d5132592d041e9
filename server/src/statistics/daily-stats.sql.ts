import { sql } from 'kysely'
import type { Queries } from '../core/database/database.ts'
import {
  LINK_STAT_COLUMNS,
  NO_LINK,
  STAT_COLUMNS,
  type StatColumn,
  type StatDelta,
} from '../core/database/stat-delta.ts'

/**
 * Adds deltas to the daily statistics of a program and of the links credited for its customers, in the transaction
 * of the events.
 * @returns false if nothing was added because the program's time zone has changed since the days were calculated:
 * reload the program and retry
 */
export async function addDailyStats(
  queries: Queries,
  programId: number,
  { timeZone, deltas, shard }: { timeZone: string; deltas: StatDelta[]; shard: number },
): Promise<boolean> {
  if (deltas.length === 0) return true
  // Prevents concurrent recalculation of the program's days. A separate statement with literal values lets Citus
  // route both statements to the program's node.
  const result = await sql`
    select 1 from programs where id = ${programId} and time_zone = ${timeZone} for key share`.execute(queries)
  if (result.rows.length === 0) return false
  const rows = sumByDay(deltas).map(
    ({ day, currency, ...sums }) =>
      sql`(${programId}, ${day}::date, ${currency}, ${shard}::smallint, ${sql.join(
        STAT_COLUMNS.map((column) => sql`${sums[column] ?? '0'}::numeric`),
      )})`,
  )
  await sql`
    insert into daily_stats as s (program_id, day, currency, shard, ${sql.raw(STAT_COLUMNS.join(', '))})
    values ${sql.join(rows)}
    on conflict (program_id, day, currency, shard) do update set ${sql.raw(addExcluded(STAT_COLUMNS))}`.execute(
    queries,
  )
  await addLinkStats(queries, programId, { deltas, shard })
  return true
}

/** Rows are sorted so that all writers lock them in the same order. */
async function addLinkStats(
  queries: Queries,
  programId: number,
  { deltas, shard }: { deltas: readonly StatDelta[]; shard: number },
) {
  const rows = deltas.flatMap((delta) => {
    if (delta.customer_id === undefined) return []
    const sums = LINK_STAT_COLUMNS.map((column) => sql`${formatDelta(delta, column)}::numeric`)
    return [
      sql`(${delta.customer_id}::bigint, ${delta.day}::date, ${delta.currency}::text, ${sql.join(sums)})`,
    ]
  })
  if (rows.length === 0) return
  const columns = sql.raw(LINK_STAT_COLUMNS.join(', '))
  await sql`
    insert into daily_link_stats as s (program_id, day, partner_id, link_id, currency, shard, ${columns})
    select c.program_id, d.day, c.partner_id, coalesce(c.link_id, ${sql.lit(NO_LINK)}), d.currency, ${shard}::smallint,
      ${sql.raw(LINK_STAT_COLUMNS.map((column) => `sum(d.${column})`).join(', '))}
    from (values ${sql.join(rows)}) as d (customer_id, day, currency, ${columns})
    join customers c on c.program_id = ${programId} and c.id = d.customer_id
    group by 1, 2, 3, 4, 5
    order by 2, 3, 4, 5
    on conflict (program_id, day, partner_id, link_id, currency, shard)
      do update set ${sql.raw(addExcluded(LINK_STAT_COLUMNS))}`.execute(queries)
}

/** Returns one row per day and currency, sorted in the lock order of all writers, with the sums as decimal strings. */
function sumByDay(deltas: readonly StatDelta[]): Record<string, string>[] {
  const sums = new Map<string, Record<string, string>>()
  for (const row of deltaRows(deltas)) {
    const key = `${row.day} ${row.currency}`
    const sum = sums.get(key)
    const addedColumns = STAT_COLUMNS.map((column) => [
      column,
      String(BigInt(sum?.[column] ?? 0) + BigInt(row[column] ?? 0)),
    ])
    sums.set(key, { ...row, ...Object.fromEntries(addedColumns) })
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
}

/** Returns the `do update set` list of statements that add to statistics rows with the alias `s`. */
const addExcluded = (columns: readonly string[]) =>
  columns.map((column) => `${column} = s.${column} + excluded.${column}`).join(', ')

/** Returns deltas as rows without their zero columns. Sums are strings because JSON numbers would lose precision. */
export function deltaRows(deltas: readonly StatDelta[]): Record<string, string>[] {
  return deltas.map((delta) => {
    const columns = STAT_COLUMNS.map((column) => [column, formatDelta(delta, column)])
    return { day: delta.day, currency: delta.currency, ...Object.fromEntries(columns) }
  })
}

function formatDelta(delta: StatDelta, column: StatColumn): string {
  const counts: { [Column in StatColumn]?: number | bigint } = delta
  return String(counts[column] ?? 0)
}
