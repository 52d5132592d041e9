import type { Deps } from '../deps.ts'
import { findPayout } from '../store/list-payouts.ts'
import { cancelOpenPayout } from '../store/payouts.ts'
import type { PayoutStatus } from '../store/schema.ts'
import { inTransaction } from './in-transaction.ts'

/**
 * Cancels an open payout; the next batch takes up its commissions.
 * @returns the status that stood in the way, or 'cancelled_now'
 */
export async function cancelPayout(
  deps: Deps,
  programId: number,
  payoutId: number,
  userId: string,
): Promise<PayoutStatus | 'cancelled_now' | 'not_found'> {
  const by = { userId, at: deps.clock.now() }
  const isCancelled = await inTransaction(deps, (transaction) =>
    cancelOpenPayout(transaction, programId, payoutId, by),
  )
  if (isCancelled) return 'cancelled_now'
  const payout = await findPayout(deps.database.kysely, programId, payoutId)
  return payout?.status ?? 'not_found'
}
