import type { Queries } from '../platform/database.ts'
import type { StatsProgram } from './stats-from-events.sql.ts'

/** The program of this id, or every program when none is named; by id. */
export async function listStatsPrograms(queries: Queries, programId?: number): Promise<StatsProgram[]> {
  let query = queries.selectFrom('programs').select(['id', 'time_zone']).orderBy('id')
  if (programId !== undefined) query = query.where('id', '=', programId)
  return query.execute()
}

/** Keeps the program's time zone as it is until the transaction ends, and returns it; undefined when it is gone. */
export async function lockStatsProgram(
  queries: Queries,
  programId: number,
): Promise<StatsProgram | undefined> {
  return queries
    .selectFrom('programs')
    .select(['id', 'time_zone'])
    .where('id', '=', programId)
    .forShare()
    .executeTakeFirst()
}
