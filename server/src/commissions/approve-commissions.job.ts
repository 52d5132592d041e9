import { limits } from '../platform/config.ts'
import type { Deps } from '../platform/deps.ts'
import { allowLongStatements } from '../platform/long-statements.sql.ts'
import { programInstant } from '../programs/program-clock.rule.ts'
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
  let approved = 0
  for (;;) {
    const before = approved
    for (const program of await listProgramsWithDueCommissions(kysely, now, limits.approvalBatchRows)) {
      approved += await kysely.transaction().execute(async (transaction) => {
        await allowLongStatements(transaction, limits.jobStatementTimeoutMs)
        const at = programInstant(now, program)
        return approveDueCommissions(transaction, program.id, at, limits.approvalBatchRows)
      })
    }
    // What another process holds locked, it approves.
    if (approved === before) return approved
  }
}
