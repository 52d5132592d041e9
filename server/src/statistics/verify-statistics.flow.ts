import type { Database } from '../platform/database.ts'
import { inTransaction } from '../platform/in-transaction.ts'
import { allowLongStatements, compareWholeTables } from '../platform/long-statements.sql.ts'
import { assignMissingDays } from './assign-days.flow.ts'
import { findWithoutDay } from './event-days.sql.ts'
import { listStatsPrograms, lockStatsProgram } from './stats-programs.sql.ts'
import { type StatDifference, verifyBlocks, verifyLinkStats, verifyProgramStats } from './verify-stats.sql.ts'

/** Compares the daily statistics of one program, or of all, with their events; those by link, and the blocks of those. Events
 * without a day get theirs first. */
export async function verifyStatistics(
  database: Database,
  programId?: number,
): Promise<{ programs: number[]; differences: StatDifference[] }> {
  const { kysely } = database
  const programs = await listStatsPrograms(kysely, programId)
  let differences: StatDifference[] = []
  for (const program of programs) {
    await assignMissing({ database }, program.id)
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

/** What older releases wrote has no day yet: it counts on the one it gets here. */
async function assignMissing(deps: { database: Database }, programId: number): Promise<void> {
  const missing = await deps.database.kysely.transaction().execute(async (transaction) => {
    await allowLongStatements(transaction, 0)
    return findWithoutDay(transaction, programId)
  })
  if (missing === undefined) return
  await inTransaction(deps, async (transaction) => {
    await allowLongStatements(transaction, 0)
    const program = await lockStatsProgram(transaction, programId)
    if (program !== undefined) await assignMissingDays(transaction, program)
  })
}
