import type { Deps } from '../deps.ts'
import { findPayout } from '../store/list-payouts.ts'
import { cancelOpenPayout } from '../store/payouts.ts'
import type { PayoutStatus } from '../store/schema.ts'

/**
 * Cancels an open payout; the next batch takes up its commissions.
 * @returns the status that stood in the way, or 'cancelled_now'
 */
export async function cancelPayout(
  { database: { kysely }, clock }: Deps,
  programId: number,
  payoutId: number,
  userId: string,
): Promise<PayoutStatus | 'cancelled_now' | 'not_found'> {
  if (await cancelOpenPayout(kysely, programId, payoutId, { userId, at: clock.now() })) return 'cancelled_now'
  const payout = await findPayout(kysely, programId, payoutId)
  return payout?.status ?? 'not_found'
}
