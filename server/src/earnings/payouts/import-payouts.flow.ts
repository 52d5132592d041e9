import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { enrollmentLimits } from '../../partners/enrollments/limits.ts'
import { checkPayoutRows, type PayoutFileError, type PayoutFileRow } from './payout-file.rule.ts'
import { notifyOfPayouts } from './payout-mails.flow.ts'
import { lockPayouts, payOpenPayouts } from './payouts.sql.ts'

/**
 * Marks payouts as paid if they are marked as paid in the file. Locks them and checks every row before writing
 * anything.
 */
export async function importPayouts(
  deps: Deps,
  programId: number,
  rows: PayoutFileRow[],
  actorId: string,
): Promise<{ kind: 'imported'; paid: number; unchanged: number } | PayoutFileError> {
  return withTransaction(deps, async (transaction) => {
    await allowLongStatements(transaction, enrollmentLimits.moneyStatementTimeoutMs)
    const at = deps.clock.now()
    const ids = rows.map(({ payout_id }) => payout_id)
    const payouts = await lockPayouts(transaction, programId, ids)
    const checked = checkPayoutRows(rows, payouts)
    if (checked.kind === 'fault') return checked
    const { payoutsToPay } = checked
    await payOpenPayouts(transaction, programId, payoutsToPay, { actorId, at })
    const context = { deps, transaction, programId, at }
    await notifyOfPayouts(
      context,
      'payout_paid',
      payoutsToPay.map(({ id }) => id),
    )
    return { kind: 'imported', paid: payoutsToPay.length, unchanged: rows.length - payoutsToPay.length }
  })
}
