import { sql, type Transaction } from 'kysely'
import type { Schema } from '../platform/schema.ts'
import { STAT_COLUMNS } from '../platform/stat-delta.ts'
import { type StatsProgram, statsFromEvents } from './stats-from-events.sql.ts'

/**
 * Replaces all daily statistics of a program that `lockStatsProgram` has locked by what its events say, so that no
 * event is missed or counted twice.
 */
export async function rebuildProgramStats(
  queries: Transaction<Schema>,
  program: StatsProgram,
): Promise<void> {
  await queries.deleteFrom('daily_stats').where('program_id', '=', program.id).execute()
  await insertStats(queries, program)
}

/** Replaces the statistics of one local day (`YYYY-MM-DD`) of a locked program by what its events say. */
export async function rebuildDay(
  queries: Transaction<Schema>,
  program: StatsProgram,
  day: string,
): Promise<void> {
  await queries
    .deleteFrom('daily_stats')
    .where('program_id', '=', program.id)
    .where('day', '=', day)
    .execute()
  await insertStats(queries, program, day)
}

async function insertStats(queries: Transaction<Schema>, program: StatsProgram, day?: string) {
  const columns = sql.raw(STAT_COLUMNS.join(', '))
  await sql`
    insert into daily_stats as s (program_id, day, currency, shard, ${columns})
    select ${program.id}::bigint, day, currency, 0, ${columns} from (${statsFromEvents(program, day)}) as events
    returning s.day`.execute(queries)
}
