import type { Database } from '../platform/database.ts'
import { allowLongStatements } from '../platform/long-statements.sql.ts'
import { recordAudit } from '../platform/record-audit.sql.ts'
import { rebuildDay, rebuildProgramStats } from './rebuild-stats.sql.ts'
import { listStatsPrograms, lockStatsProgram } from './stats-programs.sql.ts'

/**
 * Rebuilds the daily statistics of one program, or of all, from their events: each program in its own
 * transaction, so that the writers of the others wait only shortly.
 * @param day one local day (`YYYY-MM-DD`) alone, for which writers wait less
 * @returns the ids of the programs that were rebuilt
 */
export async function rebuildStatistics(
  { kysely }: Database,
  programId?: number,
  day?: string,
): Promise<number[]> {
  const rebuilt: number[] = []
  for (const { id } of await listStatsPrograms(kysely, programId)) {
    await kysely.transaction().execute(async (transaction) => {
      // The limit of a statement is meant for requests; this one reads every event.
      await allowLongStatements(transaction, 0)
      const program = await lockStatsProgram(transaction, id)
      if (program === undefined) return
      if (day === undefined) await rebuildProgramStats(transaction, program)
      else await rebuildDay(transaction, program, day)
      await recordAudit(transaction, id, {
        type: 'program',
        id: String(id),
        after: { statistics: 'rebuilt', ...(day === undefined ? {} : { day }) },
      })
      rebuilt.push(id)
    })
  }
  return rebuilt
}
