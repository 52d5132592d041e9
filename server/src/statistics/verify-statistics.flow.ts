import type { Database, Queries } from '../core/database/database.ts'
import { compareAllTables } from '../core/database/long-statements.sql.ts'
import { verifyClickValues } from './click-value-rollups.sql.ts'
import type { StatsProgram } from './stats-from-events.sql.ts'
import { listStatsPrograms } from './stats-programs.sql.ts'
import {
  type StatDifference,
  verifyCommissionDaySums,
  verifyCommissionSums,
  verifyCustomerProgramSums,
  verifyCustomerSums,
  verifyLinkStats,
  verifyProgramStats,
  verifyRollUps,
} from './verify-stats.sql.ts'

const CHECKS = [
  verifyProgramStats,
  verifyLinkStats,
  verifyRollUps,
  verifyCommissionSums,
  verifyCommissionDaySums,
  verifyCustomerSums,
  verifyCustomerProgramSums,
  (queries: Queries, { id }: StatsProgram) => verifyClickValues(queries, id),
]

/**
 * Compares the daily statistics, link statistics, roll-ups and totals of one program, or of all programs, with their events.
 */
export async function verifyStatistics(
  database: Database,
  programId?: number,
): Promise<{ programs: number[]; differences: StatDifference[] }> {
  const { kysely } = database
  const programs = await listStatsPrograms(kysely, programId)
  let differences: StatDifference[] = []
  for (const program of programs) {
    for (const verify of CHECKS) {
      const found = await kysely.transaction().execute(async (transaction) => {
        await compareAllTables(transaction)
        return verify(transaction, program)
      })
      // Doesn't use `push(...found)`, because large results exceed the maximum number of arguments.
      differences = differences.concat(found)
    }
  }
  return { programs: programs.map(({ id }) => id), differences }
}
