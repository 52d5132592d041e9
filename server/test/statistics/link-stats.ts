import { sql } from 'kysely'
import type { Database } from '../../src/platform/database.ts'

const COLUMNS = ['clicks', 'leads', 'conversions', 'sales', 'revenue_cents', 'commission_cents']

/** The statistics by link as they stand, shards added up, zeros left out: `day partner link currency column` → sum. */
export async function linkStats({ kysely }: Database, programId: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; value: number }>`
    select s.day || ' ' || s.partner_id || ' ' || s.link_id || ' ' || s.currency || ' ' || c.name as key,
      sum(c.value)::bigint as value
    from daily_link_stats s cross join lateral (
      values ${sql.raw(COLUMNS.map((column) => `('${column}', s.${column}::numeric)`).join(', '))}
    ) as c (name, value)
    where s.program_id = ${programId}
    group by 1 having sum(c.value) <> 0`.execute(kysely)
  return new Map(rows.map(({ key, value }) => [key, Number(value)] as const).sort())
}

/** Makes the statistics of a program what processes of before would have written: without links, to their own shards. */
export async function beBefore({ kysely }: Database, programId: number): Promise<void> {
  await kysely.transaction().execute(async (transaction) => {
    await sql`select 1 from programs where id = ${programId} for update`.execute(transaction)
    for (const table of ['link_stat_blocks', 'daily_link_stats'] as const) {
      await transaction.deleteFrom(table).where('program_id', '=', programId).execute()
    }
    await sql`
      with gone as (delete from daily_stats where program_id = ${programId} returning *)
      insert into daily_stats (program_id, day, currency, shard, clicks, leads, conversions, partners, sales,
        revenue_cents, commission_cents)
      select program_id, day, currency, 2, sum(clicks), sum(leads), sum(conversions), sum(partners), sum(sales),
        sum(revenue_cents), sum(commission_cents)
      from gone group by program_id, day, currency`.execute(transaction)
  })
}
