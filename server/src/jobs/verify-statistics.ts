import type { Database } from '../store/database.ts'
import { allowLongStatements } from '../store/long-statements.ts'
import { listStatsPrograms } from '../store/stats-programs.ts'
import { type StatDifference, verifyProgramStats } from '../store/verify-stats.ts'

/** Compares the daily statistics of one program, or of all, with their events. */
export async function verifyStatistics(
  { kysely }: Database,
  programId?: number,
): Promise<{ programs: number[]; differences: StatDifference[] }> {
  const programs = await listStatsPrograms(kysely, programId)
  const differences: StatDifference[] = []
  for (const program of programs) {
    const found = await kysely.transaction().execute(async (transaction) => {
      await allowLongStatements(transaction, 0)
      return verifyProgramStats(transaction, program)
    })
    differences.push(...found)
  }
  return { programs: programs.map(({ id }) => id), differences }
}
