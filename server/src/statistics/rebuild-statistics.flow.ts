import type { Database } from '../core/database/database.ts'
import { allowLongStatements } from '../core/database/long-statements.sql.ts'
import { recordAudit } from '../core/database/record-audit.sql.ts'
import { withTransaction } from '../core/database/transaction.ts'
import { assignMissingDays, assignProgramDays } from './assign-days.flow.ts'
import { rebuildClickValues } from './click-value-rollups.flow.ts'
import { rebuildDays, rebuildProgramStats } from './rebuild-stats.sql.ts'
import type { RebuiltProgram } from './rebuild-summary.rule.ts'
import { countStatsDays, listStatsPrograms, lockProgramForStats } from './stats-programs.sql.ts'

/**
 * Rebuilds the daily statistics of one program, or of all programs, from events. Each program has its own
 * transaction, so that writers are blocked only briefly.
 * @param day a single local day (`YYYY-MM-DD`) to rebuild
 * @returns the rebuilt programs and their numbers of days
 */
export async function rebuildStatistics(
  database: Database,
  programId?: number,
  day?: string,
): Promise<RebuiltProgram[]> {
  const { kysely } = database
  const rebuiltPrograms: RebuiltProgram[] = []
  for (const { id } of await listStatsPrograms(kysely, programId)) {
    await assignProgramDays({ database }, id)
    await withTransaction({ database }, async (transaction) => {
      // The statement reads every event, which may take longer than the statement timeout of requests.
      await allowLongStatements(transaction, 0)
      const program = await lockProgramForStats(transaction, id)
      if (program === undefined) return
      const days_before = await countStatsDays(transaction, id, day)
      if (day === undefined) {
        await assignMissingDays(transaction, program)
        await rebuildProgramStats(transaction, program)
        await rebuildClickValues(transaction, id)
      } else await rebuildDays(transaction, program, { first: day, last: day })
      await recordAudit(transaction, id, {
        type: 'program',
        id: String(id),
        after: { statistics: 'rebuilt', ...(day === undefined ? {} : { day }) },
      })
      const days = await countStatsDays(transaction, id, day)
      rebuiltPrograms.push({ program_id: id, time_zone: program.time_zone, days, days_before })
    })
  }
  return rebuiltPrograms
}
