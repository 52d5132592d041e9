import { type RawBuilder, sql } from 'kysely'
import type { Queries } from './database.ts'
import type { Currency } from './schema.ts'

/** What one event adds to the statistics of one local day. Counts without money stand under `XXX`. */
export interface StatDelta {
  day: string
  currency: Currency | 'XXX'
  clicks?: number
  leads?: number
  conversions?: number
  partners?: number
  sales?: number
  revenue_cents?: bigint
  commission_cents?: bigint
}

/**
 * Adds deltas to the daily statistics of a program, in the transaction of the event they count.
 * @returns false when the program's time zone is no longer the one the days were computed in: nothing was
 *   added, and the caller loads the program again
 */
export async function addDailyStats(
  queries: Queries,
  programId: number,
  timeZone: string,
  deltas: StatDelta[],
  shard: number,
): Promise<boolean> {
  if (deltas.length === 0) return true
  const added = await sql`
    insert into daily_stats as s (program_id, day, currency, shard,
      clicks, leads, conversions, partners, sales, revenue_cents, commission_cents)
    select p.id, d.day, d.currency, ${shard}::smallint,
      sum(d.clicks), sum(d.leads), sum(d.conversions), sum(d.partners), sum(d.sales),
      sum(d.revenue_cents), sum(d.commission_cents)
    from ${deltaRows(deltas)} join programs p on p.id = ${programId} and p.time_zone = ${timeZone}
    group by p.id, d.day, d.currency
    order by p.id, d.day, d.currency
    on conflict (program_id, day, currency, shard) do update set ${sql.raw(ADD_EXCLUDED)}
    returning s.day`.execute(queries)
  return added.rows.length > 0
}

const COLUMNS = [
  'clicks',
  'leads',
  'conversions',
  'partners',
  'sales',
  'revenue_cents',
  'commission_cents',
] as const

/** The `do update set` of every statement that adds to a statistics row named `s`. */
export const ADD_EXCLUDED = COLUMNS.map((column) => `${column} = s.${column} + excluded.${column}`).join(', ')

function deltaRows(deltas: StatDelta[]): RawBuilder<unknown> {
  const column = (name: (typeof COLUMNS)[number]) => deltas.map((delta) => String(delta[name] ?? 0))
  return sql`unnest(${deltas.map((delta) => delta.day)}::date[], ${deltas.map((delta) => delta.currency)}::text[],
    ${column('clicks')}::bigint[], ${column('leads')}::bigint[], ${column('conversions')}::bigint[],
    ${column('partners')}::bigint[], ${column('sales')}::bigint[],
    ${column('revenue_cents')}::numeric[], ${column('commission_cents')}::numeric[])
    as d (day, currency, clicks, leads, conversions, partners, sales, revenue_cents, commission_cents)`
}
