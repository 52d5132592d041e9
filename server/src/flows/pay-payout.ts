import { limits } from '../config.ts'
import type { Deps } from '../deps.ts'
import { allowLongStatements } from '../store/long-statements.ts'
import { lockPayouts, payOpenPayouts } from '../store/payouts.ts'
import type { PayoutStatus } from '../store/schema.ts'
import { inTransaction } from './in-transaction.ts'

/**
 * Marks an open payout as paid, once: of two who do it at the same time one is told that it is paid already.
 * @returns the status that it had: only an open one was paid now
 */
export async function payPayout(
  deps: Deps,
  programId: number,
  payout: { id: number; reference: string | undefined },
  userId: string,
): Promise<PayoutStatus | 'not_found'> {
  return inTransaction(deps, async (transaction) => {
    await allowLongStatements(transaction, limits.moneyStatementTimeoutMs)
    const [found] = await lockPayouts(transaction, programId, [payout.id])
    if (found === undefined) return 'not_found'
    if (found.status === 'open') {
      await payOpenPayouts(transaction, programId, [payout], { userId, at: deps.clock.now() })
    }
    return found.status
  })
}
