import { limits } from '../platform/config.ts'
import type { Deps } from '../platform/deps.ts'
import { inRounds } from '../platform/each-program.ts'
import type { Job } from '../platform/jobs.ts'
import { allowLongStatements } from '../platform/long-statements.sql.ts'
import { listReachable } from '../platform/reachable.ts'
import { withTransaction } from '../platform/transaction.ts'
import { programClocks } from '../programs/program-clock.flow.ts'
import { approveDueCommissions, listProgramsWithDueCommissions } from './approve-commissions.sql.ts'

export const APPROVE_COMMISSIONS: Job = {
  name: 'approve_commissions',
  everyMs: limits.approvalEveryMs,
  run: approveCommissions,
}

/**
 * Approves every commission whose hold has ended by the clock of its program, in the programs that do not want to review
 * them (D30), in batches; safe in several processes at once and after any pause.
 * @returns how many were approved
 */
export async function approveCommissions({
  database,
  clock,
}: Pick<Deps, 'database' | 'clock'>): Promise<number> {
  const { kysely } = database
  const clockOf = await programClocks({ database, clock })
  return inRounds(
    () =>
      listReachable(kysely, () =>
        listProgramsWithDueCommissions(kysely, clock.now(), limits.approvalBatchRows),
      ),
    (programId) =>
      withTransaction({ database }, async (transaction) => {
        await allowLongStatements(transaction, limits.jobStatementTimeoutMs)
        const now = clockOf(programId).now()
        return approveDueCommissions(transaction, programId, now, limits.approvalBatchRows)
      }),
  )
}
