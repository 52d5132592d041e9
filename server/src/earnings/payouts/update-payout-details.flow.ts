import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import type { PayoutStatus } from '../../core/enums.ts'
import { lockPayoutDetails, recordDetailsVersions } from './payouts.sql.ts'

/**
 * Updates an open payout to the payout details that apply now.
 * @returns the status that prevented the update, 'no_details' if no details apply, or 'current'
 */
export function updatePayoutDetails(
  deps: Deps,
  programId: number,
  payoutId: number,
): Promise<Exclude<PayoutStatus, 'open'> | 'not_found' | 'no_details' | 'current'> {
  return withTransaction(deps, async (transaction) => {
    const payout = await lockPayoutDetails(transaction, programId, payoutId, deps.clock.now())
    if (payout === undefined) return 'not_found'
    if (payout.status !== 'open') return payout.status
    if (payout.current === null) return 'no_details'
    await recordDetailsVersions(transaction, programId, [{ id: payoutId, details_version: payout.current }])
    return 'current'
  })
}
