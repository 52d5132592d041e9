import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import type { PayoutStatus } from '../../core/enums.ts'
import { enrollmentLimits } from '../../partners/enrollments/limits.ts'
import { findPayout } from './list-payouts.sql.ts'
import { cancelOpenPayout } from './payouts.sql.ts'

/**
 * Cancels an open payout. The next batch can include its commissions.
 * @returns the status that prevented the cancellation, or 'canceled_now'
 */
export async function cancelPayout(
  deps: Deps,
  programId: number,
  payoutId: number,
  actorId: string,
): Promise<PayoutStatus | 'canceled_now' | 'not_found'> {
  const isCanceled = await withTransaction(deps, async (transaction) => {
    await allowLongStatements(transaction, enrollmentLimits.moneyStatementTimeoutMs)
    const at = deps.clock.now()
    return cancelOpenPayout(transaction, programId, payoutId, { actorId, at })
  })
  if (isCanceled) return 'canceled_now'
  const payout = await findPayout(deps.database.kysely, programId, payoutId, deps.clock.now())
  return payout?.status ?? 'not_found'
}
