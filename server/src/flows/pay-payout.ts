import type { Deps } from '../deps.ts'
import { lockPayouts, payOpenPayouts } from '../store/payouts.ts'
import type { PayoutStatus } from '../store/schema.ts'

/**
 * Marks an open payout as paid, once: of two who do it at the same time one is told that it is paid already.
 * @returns the status that it had: only an open one was paid now
 */
export async function payPayout(
  { database: { kysely }, clock }: Deps,
  programId: number,
  payout: { id: number; reference: string | undefined },
  userId: string,
): Promise<PayoutStatus | 'not_found'> {
  return kysely.transaction().execute(async (transaction) => {
    const [found] = await lockPayouts(transaction, programId, [payout.id])
    if (found === undefined) return 'not_found'
    if (found.status === 'open') {
      await payOpenPayouts(transaction, programId, [payout], { userId, at: clock.now() })
    }
    return found.status
  })
}
