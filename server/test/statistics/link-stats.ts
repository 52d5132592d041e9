import { sql } from 'kysely'
import type { Database } from '../../src/core/database/database.ts'

const COLUMNS = ['clicks', 'leads', 'conversions', 'sales', 'revenue_cents', 'commission_cents']

/** Returns the non-zero link statistics, summed over shards: `day partner link currency column` → sum. */
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
