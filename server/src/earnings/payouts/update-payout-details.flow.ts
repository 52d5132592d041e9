import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import type { PayoutStatus } from '../../core/enums.ts'
import { findPayout } from './list-payouts.sql.ts'
import { applyCurrentDetails } from './payouts.sql.ts'

/**
 * Makes an open payout use the payout details that apply now.
 * @returns the status that prevented it, 'no_details' if the partner has none, or 'current'
 */
export async function updatePayoutDetails(
  deps: Deps,
  programId: number,
  payoutId: number,
): Promise<Exclude<PayoutStatus, 'open'> | 'not_found' | 'no_details' | 'current'> {
  await withTransaction(deps, (transaction) =>
    applyCurrentDetails(transaction, programId, [payoutId], deps.clock.now()),
  )
  const payout = await findPayout(deps.database.kysely, programId, payoutId)
  if (payout === undefined) return 'not_found'
  if (payout.status !== 'open') return payout.status
  return payout.details_version === null ? 'no_details' : 'current'
}
