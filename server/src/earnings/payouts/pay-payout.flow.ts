import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import type { PayoutBlocker, PayoutStatus } from '../../core/enums.ts'
import { enrollmentLimits } from '../../partners/enrollments/limits.ts'
import { payoutBlocker } from '../../partners/enrollments/payout-blocker.rule.ts'
import { notifyOfPayouts } from './payout-mails.flow.ts'
import { lockPayouts, payOpenPayouts } from './payouts.sql.ts'

/**
 * Marks an open payout as paid. If two requests are concurrent, the second one reports that the payout is already paid.
 * @returns the previous status or the blocker; the payout was paid now only if this is 'open'
 */
export async function payPayout(
  deps: Deps,
  programId: number,
  payout: { id: number; reference: string | undefined },
  actorId: string,
): Promise<PayoutStatus | PayoutBlocker | 'not_found'> {
  return withTransaction(deps, async (transaction) => {
    await allowLongStatements(transaction, enrollmentLimits.moneyStatementTimeoutMs)
    const at = deps.clock.now()
    const [found] = await lockPayouts(transaction, programId, [payout.id])
    if (found === undefined) return 'not_found'
    if (found.status !== 'open') return found.status
    const wait = payoutBlocker(found.partner)
    if (wait !== null) return wait
    await payOpenPayouts(transaction, programId, [payout], { actorId, at })
    const context = { deps, transaction, programId, at }
    await notifyOfPayouts(context, 'payout_paid', [payout.id])
    return 'open'
  })
}
