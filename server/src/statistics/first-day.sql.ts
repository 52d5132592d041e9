import type { Queries } from '../core/database/database.ts'

/** Returns a program's first local day with statistics, or undefined if there is none. */
export async function findFirstDay(queries: Queries, programId: number): Promise<string | undefined> {
  const row = await queries
    .selectFrom('daily_stats')
    .select('day')
    .where('program_id', '=', programId)
    .orderBy('day')
    .limit(1)
    .executeTakeFirst()
  return row?.day
}
