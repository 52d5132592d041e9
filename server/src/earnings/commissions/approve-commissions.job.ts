import { eachProgramInRounds } from '../../core/database/each-program.ts'
import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import { listReachable } from '../../core/database/reachable-programs.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import type { Job } from '../../core/jobs/jobs.ts'
import { statisticsLimits } from '../../statistics/limits.ts'
import { programClocks } from '../../workspace/programs/program-clock.flow.ts'
import { approveDueCommissions, listProgramsWithDueCommissions } from './approve-commissions.sql.ts'
import { commissionLimits } from './limits.ts'

export const APPROVE_COMMISSIONS: Job = {
  name: 'approve_commissions',
  everyMs: commissionLimits.approvalEveryMs,
  run: approveCommissions,
}

/**
 * Approves commissions whose hold has ended by their program's clock, in batches, except in programs with manual review
 * (D30). Safe to run in several processes at once.
 * @returns the number of approved commissions
 */
export async function approveCommissions({
  database,
  clock,
}: Pick<Deps, 'database' | 'clock'>): Promise<number> {
  const { kysely } = database
  const clockFor = await programClocks({ database, clock })
  return eachProgramInRounds(
    () =>
      listReachable(kysely, () =>
        listProgramsWithDueCommissions(kysely, clock.now(), commissionLimits.approvalBatchRows),
      ),
    (programId) =>
      withTransaction({ database }, async (transaction) => {
        await allowLongStatements(transaction, statisticsLimits.jobStatementTimeoutMs)
        const now = clockFor(programId).now()
        return approveDueCommissions(transaction, programId, now, commissionLimits.approvalBatchRows)
      }),
  )
}
