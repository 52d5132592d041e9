import type { TransactionContext } from '../../core/database/transaction.ts'
import { WriteConflictError } from '../../core/database/write-conflict.ts'
import type { Deps } from '../../core/deps.ts'
import { idPseudonymizer } from '../../core/privacy/pseudonym.rule.ts'
import { holdCommission } from '../../earnings/commissions/hold-commission.flow.ts'
import type { SalePayments } from '../sales/record-sale.flow.ts'
import { findReferences, insertReferences, lockPayments } from './payments.sql.ts'
import { settlePayment } from './record-payment.flow.ts'

/** Creates the implementation of `SalePayments`: a sale whose transaction_id identifies a payment takes it over. */
export function salePayments(deps: Deps): SalePayments {
  return {
    async lock(transaction, programId, paymentIds) {
      await lockPayments(transaction, programId, paymentIds)
    },
    afterSale: (transaction, { programId, receivedAt, ...claim }) =>
      claimPayment({ deps, transaction, programId, at: receivedAt }, claim),
    holdDuplicate: (transaction, { programId, saleId, duplicateOf, receivedAt }) =>
      holdCommission(
        { deps, transaction, programId, at: receivedAt },
        { saleId, reason: 'possible_duplicate', duplicateOf },
      ),
  }
}

type Claim = Parameters<SalePayments['afterSale']>[1]

/**
 * Links a sale recorded in the same transaction to its payment, as if the payment had just arrived: settles the lead
 * and applies waiting refunds.
 * @throws {WriteConflictError} the payment was linked to another sale or merged: roll back and retry
 */
async function claimPayment(
  context: TransactionContext,
  { paymentId, saleId, request }: Pick<Claim, 'paymentId' | 'saleId' | 'request'>,
): Promise<void> {
  const { deps, transaction, programId } = context
  const [payment] = await lockPayments(transaction, programId, [paymentId])
  if (payment === undefined || payment.sale_id !== null) throw new WriteConflictError()
  const { transaction_id, provider, provider_payment_id: name } = request
  const isPaymentReference = name !== undefined && (provider ?? payment.processor) === payment.processor
  const names = isPaymentReference && name !== transaction_id ? [transaction_id, name] : [transaction_id]
  const erase = idPseudonymizer(programId, deps.config.appSecret)
  const existing = await findReferences(transaction, programId, [...names, ...names.map(erase)])
  const existingNames = new Set(existing.map(({ reference }) => reference))
  const added = names.filter((one) => !existingNames.has(one) && !existingNames.has(erase(one)))
  const toStoredName = (one: string) => (payment.erased_at === null ? one : erase(one))
  const references = added.map((one) => ({
    reference: toStoredName(one),
    is_from_sale: one !== transaction_id,
  }))
  await insertReferences(transaction, programId, paymentId, references)
  await settlePayment(context, { payment: { ...payment, sale_id: saleId }, isFirstReport: true })
}
