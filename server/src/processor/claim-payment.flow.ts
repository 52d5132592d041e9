import type { Deps } from '../platform/deps.ts'
import type { TransactionContext } from '../platform/in-transaction.ts'
import { LostRace } from '../platform/lost-race.ts'
import type { SalePayments } from '../tracking/record-sale.flow.ts'
import { lockPayments } from './payments.sql.ts'
import { settleUp } from './record-payment.flow.ts'

/** What a sale does with the payment that its transaction_id names. */
export function salePayments(deps: Deps): SalePayments {
  return {
    async lock(transaction, programId, paymentId) {
      await lockPayments(transaction, programId, [paymentId])
    },
    afterSale: (transaction, { programId, paymentId, receivedAt }) =>
      claimPayment({ deps, transaction, programId, at: receivedAt }, paymentId),
  }
}

/**
 * A sale that was recorded in the same transaction under a name of that payment takes it over, as if the payment
 * had arrived only now: it settles the lead, and the refunds that waited are applied.
 * @throws {LostRace} roll back and try again: the payment got another sale, or was found to be another one
 */
async function claimPayment(context: TransactionContext, paymentId: number): Promise<void> {
  const { transaction, programId } = context
  const [payment] = await lockPayments(transaction, programId, [paymentId])
  if (payment === undefined || payment.sale_id !== null) throw new LostRace()
  await settleUp(context, { payment, isFirstTold: false })
}
