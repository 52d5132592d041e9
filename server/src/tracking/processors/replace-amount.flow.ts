import type { TransactionContext } from '../../core/database/transaction.ts'
import { adjustSale } from '../refunds/adjust-sale.flow.ts'
import { applyProcessorRefunds } from './apply-processor-refunds.flow.ts'
import type { PaymentDetails } from './join-payments.rule.ts'
import { lockPayments, updatePayment } from './payments.sql.ts'
import { readSaleAmount } from './processor-refunds.sql.ts'

export type ReplacedAmount =
  | 'replaced'
  /** The merchant's server reported the sale with its own amount. */
  | 'reported_sale'
  /** The commission is paid or in a payout, the fee is invoiced, or the currency differs. */
  | 'settled'

/**
 * Replaces the amount of a payment, and of the sale created from it, with the amount that the processor reports now.
 * The sale's commission, fee and refunds are recomputed.
 * @throws {WriteConflictError} roll back and retry
 */
export async function replaceAmount(
  context: TransactionContext,
  paymentId: number,
  amount: Pick<PaymentDetails, 'amount_from' | 'tax_amount_cents'> & {
    amount_cents: number
    currency: string
  },
): Promise<ReplacedAmount> {
  const { transaction, programId } = context
  const [payment] = await lockPayments(transaction, programId, [paymentId])
  if (payment === undefined) throw new Error(`program ${programId} has no payment ${paymentId}`)
  const { sale_id, created_sale } = payment
  if (sale_id !== null) {
    if (!created_sale) return 'reported_sale'
    const sale = await readSaleAmount(transaction, programId, sale_id)
    if (sale.currency !== amount.currency) return 'settled'
    const { amount_cents, tax_amount_cents } = amount
    if ((await adjustSale(context, sale_id, { amount_cents, tax_amount_cents })) === 'settled')
      return 'settled'
  }
  await updatePayment(transaction, programId, paymentId, amount)
  await applyProcessorRefunds(context, paymentId)
  return 'replaced'
}
