import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import type { Processors } from '../processors/processor.ts'
import { findProgramAccount } from '../processors/processor-accounts.sql.ts'
import type { ReconciliationRow } from './reconciliation.ts'
import { getComparisonEnd } from './reconciliation-month.rule.ts'
import { findReconciliationByMonth, queueRun } from './reconciliations.sql.ts'

export type StartedReconciliation =
  | { kind: 'queued'; reconciliation: ReconciliationRow }
  | { kind: 'closed' | 'no_key' | 'not_supported' | 'not_connected' | 'invalid_month' }

/**
 * Queues a month's comparison. If a run is already queued or running, it is returned.
 * @param deps with the real clock, because the processor's dates are real even for a sandbox
 */
export async function startReconciliation(
  deps: Pick<Deps, 'database' | 'clock'>,
  processors: Processors,
  { id: programId, time_zone }: Pick<ProgramRow, 'id' | 'time_zone'>,
  month: string,
): Promise<StartedReconciliation> {
  const now = deps.clock.now()
  return withTransaction(deps, async (transaction) => {
    const account = await findProgramAccount(transaction, programId)
    if (account === undefined) return { kind: 'not_connected' }
    const list = processors.get(account.processor)?.list
    if (list === undefined) return { kind: 'not_supported' }
    if (account.api_key === null) return { kind: 'no_key' }
    const before = getComparisonEnd(month, time_zone, now, list.delayMs)
    if (before === undefined) return { kind: 'invalid_month' }
    const { processor } = account
    const queued = await queueRun(transaction, { programId, month, processor, before, now, restarts: false })
    const reconciliation = queued ?? (await findReconciliationByMonth(transaction, programId, month))
    if (reconciliation === undefined) throw new Error(`the reconciliation of ${month} no longer exists`)
    return reconciliation.closed_at === null ? { kind: 'queued', reconciliation } : { kind: 'closed' }
  })
}
