import { limits } from '../config.ts'
import type { Deps } from '../deps.ts'
import { approveDueCommissions } from '../store/approve-commissions.ts'

/** Approves every commission whose hold has ended (D30), in batches; safe in several processes and after any pause. */
export async function approveCommissions({
  database,
  clock,
}: Pick<Deps, 'database' | 'clock'>): Promise<number> {
  let approved = 0
  for (;;) {
    const batch = await approveDueCommissions(database.kysely, clock.now(), limits.approvalBatchRows)
    approved += batch
    if (batch < limits.approvalBatchRows) return approved
  }
}
