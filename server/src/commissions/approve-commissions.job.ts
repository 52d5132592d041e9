import { limits } from '../platform/config.ts'
import type { Deps } from '../platform/deps.ts'
import { inRounds } from '../platform/each-program.ts'
import { allowLongStatements } from '../platform/long-statements.sql.ts'
import { listReachable } from '../platform/reachable.ts'
import { programInstant } from '../programs/program-clock.rule.ts'
import { listClocksOf } from '../programs/program-clock.sql.ts'
import { approveDueCommissions, listProgramsWithDueCommissions } from './approve-commissions.sql.ts'

/**
 * Approves every commission whose hold has ended by the clock of its program, in the programs that do not want to review
 * them (D30), in batches; safe in several processes at once and after any pause.
 * @returns how many were approved
 */
export async function approveCommissions({
  database: { kysely },
  clock,
}: Pick<Deps, 'database' | 'clock'>): Promise<number> {
  const now = clock.now()
  return inRounds(
    () =>
      listReachable(
        kysely,
        () => listProgramsWithDueCommissions(kysely, now, limits.approvalBatchRows),
        (ids) => listClocksOf(kysely, ids),
      ),
    (program) =>
      kysely.transaction().execute(async (transaction) => {
        await allowLongStatements(transaction, limits.jobStatementTimeoutMs)
        const at = programInstant(now, program)
        return approveDueCommissions(transaction, program.id, at, limits.approvalBatchRows)
      }),
  )
}
