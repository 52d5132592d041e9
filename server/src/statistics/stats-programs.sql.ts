import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Queries } from '../core/database/database.ts'
import type { ReachedPrograms } from '../core/database/each-program.ts'
import { listReachable } from '../core/database/reachable-programs.ts'
import type { Schema } from '../core/database/schema.ts'
import type { StatsProgram } from './stats-from-events.sql.ts'

/** Lists the programs with the given IDs, sorted by ID; all programs if no ID is given. */
export function listStatsPrograms(queries: Queries, programId?: number | readonly number[]) {
  let query = queries.selectFrom('programs').select(['id', 'time_zone']).orderBy('id')
  if (typeof programId === 'number') query = query.where('id', '=', programId)
  else if (programId !== undefined) query = query.where('id', 'in', programId)
  return query.execute()
}

/** Lists all programs except those on unreachable workers. */
export function listReachableStatsPrograms(queries: Queries): Promise<ReachedPrograms<StatsProgram>> {
  return listReachable(
    queries,
    () => listStatsPrograms(queries),
    (ids) => listStatsPrograms(queries, ids),
  )
}

/** Lists the programs with changes that aren't in their totals yet, by ID. */
export function listProgramsWithEntries(queries: Queries): Promise<ReachedPrograms<number>> {
  const list = async (programs: RawBuilder<unknown>) => {
    const { rows } = await sql<{ id: number }>`
      select p.id from programs p
      where ${programs} and (
        exists (select from commission_sum_entries e where e.program_id = p.id)
        or exists (select from customer_sum_entries e where e.program_id = p.id))
      order by p.id`.execute(queries)
    return rows.map(({ id }) => id)
  }
  return listReachable(
    queries,
    () => list(sql`true`),
    (ids) => list(sql`p.id in (${sql.join(ids)})`),
  )
}

/**
 * Locks a program against other roll-ups until the transaction ends. Writers continue.
 * @returns false if the program doesn't exist or another transaction has locked it
 */
export async function lockForRollUp(transaction: Transaction<Schema>, programId: number): Promise<boolean> {
  const program = await transaction
    .selectFrom('programs')
    .select('id')
    .where('id', '=', programId)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  return program !== undefined
}

/**
 * Blocks writers of a program's statistics until the transaction ends, because each of them locks the program's row
 * `for key share`. Readers continue, and the time zone can't change in the meantime.
 * @returns undefined if the program doesn't exist
 */
export function lockProgramForStats(queries: Queries, programId: number) {
  return queries
    .selectFrom('programs')
    .select(['id', 'time_zone'])
    .where('id', '=', programId)
    .forUpdate()
    .executeTakeFirst()
}

/** Returns the number of local days with statistics. It is 0 or 1 for a single day (`YYYY-MM-DD`). */
export async function countStatsDays(queries: Queries, programId: number, day?: string): Promise<number> {
  const selectDays = (table: 'daily_stats' | 'daily_link_stats') => {
    const query = queries.selectFrom(table).select('day').where('program_id', '=', programId)
    return day === undefined ? query : query.where('day', '=', day)
  }
  const { days } = await queries
    .selectFrom(selectDays('daily_stats').union(selectDays('daily_link_stats')).as('of_either'))
    .select(({ fn }) => fn.countAll<number>().as('days'))
    .executeTakeFirstOrThrow()
  return days
}

/**
 * Takes the same shared lock as statistics writers, which doesn't block them but prevents the recalculation of days
 * until the transaction ends.
 * @returns false if the program doesn't exist
 */
export async function shareLockProgramForStats(queries: Queries, programId: number): Promise<boolean> {
  const result = await queries
    .selectFrom('programs')
    .select('id')
    .where('id', '=', programId)
    .forKeyShare()
    .executeTakeFirst()
  return result !== undefined
}
