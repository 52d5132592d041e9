import type { Database } from '../core/database/database.ts'
import { compareWholeTables } from '../core/database/long-statements.sql.ts'
import { listStatsPrograms } from './stats-programs.sql.ts'
import { type StatDifference, verifyBlocks, verifyLinkStats, verifyProgramStats } from './verify-stats.sql.ts'

/** Compares the daily statistics of one program, or of all, with their events; those by link, and the blocks of those. */
export async function verifyStatistics(
  database: Database,
  programId?: number,
): Promise<{ programs: number[]; differences: StatDifference[] }> {
  const { kysely } = database
  const programs = await listStatsPrograms(kysely, programId)
  let differences: StatDifference[] = []
  for (const program of programs) {
    for (const verify of [verifyProgramStats, verifyLinkStats, verifyBlocks]) {
      const found = await kysely.transaction().execute(async (transaction) => {
        await compareWholeTables(transaction)
        return verify(transaction, program)
      })
      // Where all is lost, more than one call takes as arguments.
      differences = differences.concat(found)
    }
  }
  return { programs: programs.map(({ id }) => id), differences }
}
