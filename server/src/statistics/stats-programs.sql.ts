import type { Queries } from '../core/database/database.ts'
import type { Reached } from '../core/database/each-program.ts'
import { listReachable } from '../core/database/reachable-programs.ts'
import type { StatsProgram } from './stats-from-events.sql.ts'

/** The program of this id, or every program when none is named; by id. */
export async function listStatsPrograms(
  queries: Queries,
  programId?: number | readonly number[],
): Promise<StatsProgram[]> {
  let query = queries.selectFrom('programs').select(['id', 'time_zone']).orderBy('id')
  if (typeof programId === 'number') query = query.where('id', '=', programId)
  else if (programId !== undefined) query = query.where('id', 'in', programId)
  return query.execute()
}

/** Every program, and while a worker is away those on the others. */
export function listReachableStatsPrograms(queries: Queries): Promise<Reached<StatsProgram>> {
  return listReachable(
    queries,
    () => listStatsPrograms(queries),
    (ids) => listStatsPrograms(queries, ids),
  )
}

/**
 * Makes the writers of a program's statistics wait until the transaction ends: each of them holds the program's row
 * `for key share` from before it writes until it is committed. Readers go on, and nobody changes the time zone
 * meanwhile. @returns undefined when the program is gone
 */
export async function lockStatsProgram(
  queries: Queries,
  programId: number,
): Promise<StatsProgram | undefined> {
  return queries
    .selectFrom('programs')
    .select(['id', 'time_zone'])
    .where('id', '=', programId)
    .forUpdate()
    .executeTakeFirst()
}

/** How many local days of a program have statistics; of one day (`YYYY-MM-DD`) 1 or 0. */
export async function countStatsDays(queries: Queries, programId: number, day?: string): Promise<number> {
  const daysOf = (table: 'daily_stats' | 'daily_link_stats') => {
    const query = queries.selectFrom(table).select('day').where('program_id', '=', programId)
    return day === undefined ? query : query.where('day', '=', day)
  }
  const { days } = await queries
    .selectFrom(daysOf('daily_stats').union(daysOf('daily_link_stats')).as('of_either'))
    .select(({ fn }) => fn.countAll<number>().as('days'))
    .executeTakeFirstOrThrow()
  return days
}

/**
 * Holds a program as the writers of its statistics do: they go on, and nobody counts the days anew until the transaction
 * ends. @returns false when the program is gone
 */
export async function holdStatsProgram(queries: Queries, programId: number): Promise<boolean> {
  const held = await queries
    .selectFrom('programs')
    .select('id')
    .where('id', '=', programId)
    .forKeyShare()
    .executeTakeFirst()
  return held !== undefined
}
