import type { Transaction } from 'kysely'
import type { Schema } from '../../core/database/schema.ts'
import type { TransactionContext } from '../../core/database/transaction.ts'
import { WriteConflictError } from '../../core/database/write-conflict.ts'
import { applyRefund } from '../refunds/apply-refund.flow.ts'
import type { RefundChange } from '../refunds/refund.rule.ts'
import { computeReversedCapture } from './captured-part.rule.ts'
import { queueEventsInOtherCurrency, resolveEventsInOtherCurrency } from './events-for-review.sql.ts'
import { processorLimits } from './limits.ts'
import type { PaymentRow } from './payment.ts'
import { listSharingPayments, lockPayments, updatePayment } from './payments.sql.ts'
import {
  listDisputes,
  listUnseenFailures,
  readSaleAmount,
  type SingleReport,
  setReportsApplied,
  sumCharges,
  sumProcessorRefunds,
} from './processor-refunds.sql.ts'
import { chooseMeasure, type RefundMeasure, scaleDisputes, scaleToAmount } from './refund-measure.rule.ts'

/**
 * Updates the sales of a payment, and of payments that share its payment intent or charge, based on all of the
 * processor's reports so far. Everything is computed from all reports, so their order doesn't matter.
 * @throws {WriteConflictError} roll back and retry
 */
export async function applyProcessorRefunds(context: TransactionContext, paymentId: number): Promise<void> {
  const { transaction, programId, at } = context
  const ids = await listSharingPayments(transaction, programId, paymentId)
  const payments = await lockPayments(transaction, programId, ids)
  if (payments.length !== ids.length) throw new WriteConflictError()
  if (payments.every(({ sale_id }) => sale_id === null)) return
  const refunded = await sumReversed(transaction, programId, { ids, payments })
  if (refunded === undefined) return
  const { currency, charges, sold } = refunded
  const measure = chooseMeasure({ refunds: currency, payments: sold, charges })
  if (measure === undefined) {
    const saleId = findOtherCurrencySale(sold, currency)
    await queueEventsInOtherCurrency(transaction, programId, { paymentIds: ids, saleId, at })
    return
  }
  for (const [place, payment] of payments.entries()) {
    const { sale_id: saleId } = payment
    if (saleId === null) continue
    await applyRefundsToPayment(context, { ids, payment, place, saleId, measure, cents: refunded.cents })
  }
  await setReportsApplied(transaction, programId, ids, at)
  await resolveEventsInOtherCurrency(transaction, programId, ids, at)
}

/** Returns these payments' reversed amounts, and the amounts their charges captured. */
async function sumReversed(
  transaction: Transaction<Schema>,
  programId: number,
  { ids, payments }: { ids: readonly number[]; payments: readonly PaymentRow[] },
) {
  const refunded = await sumProcessorRefunds(transaction, programId, ids)
  const charges = await sumCharges(transaction, programId, ids)
  const paymentsWithSale = []
  for (const { sale_id, amount_cents, amount_from, currency, refunded_cents } of payments) {
    const sale = sale_id === null ? undefined : await readSaleAmount(transaction, programId, sale_id)
    const was_reversed = refunded_cents !== null
    paymentsWithSale.push({ sale_id, amount_cents, amount_from, currency, was_reversed, sale })
  }
  const reversed = computeReversedCapture({ refunded, charges, payments: paymentsWithSale })
  return reversed && { ...reversed, sold: paymentsWithSale }
}

/** Returns a sale whose currency can't be compared with the refunds. */
function findOtherCurrencySale(
  sold: readonly { sale_id: number | null; sale: { currency: string } | undefined }[],
  currency: string | null,
): number {
  const other = sold.find(({ sale }) => sale !== undefined && sale.currency !== currency)
  const saleId = other?.sale_id ?? null
  if (saleId === null) throw new Error('every sale has the currency of its refunds')
  return saleId
}

interface Application {
  ids: readonly number[]
  payment: PaymentRow
  /** The payment's position among those that share its charges. */
  place: number
  saleId: number
  measure: RefundMeasure
  /** Total refunded amount, in the payment's currency. */
  cents: bigint
}

async function applyRefundsToPayment(context: TransactionContext, application: Application): Promise<void> {
  const { transaction, programId } = context
  const { ids, payment, place, saleId, measure, cents } = application
  const getPart = (parts: readonly number[] | undefined) => parts?.[place] ?? 0
  const apply = (change: RefundChange, reason?: string | null) =>
    applyRefund(context, { saleId, report: { ...change, reason: reason ?? undefined, source: 'processor' } })
  const refunded_cents = getPart(scaleToAmount(measure, cents))
  if (refunded_cents !== payment.refunded_cents) {
    await updatePayment(transaction, programId, payment.id, { refunded_cents })
  }
  for (;;) {
    const failures = await listUnseenFailures(
      transaction,
      programId,
      { ids, saleId },
      processorLimits.waitingRefundRows,
    )
    for (const failure of failures) {
      await apply(toFailedRefund(failure, getPart(scaleToAmount(measure, failure.cents))), failure.reason)
    }
    if (failures.length < processorLimits.waitingRefundRows) break
  }
  await apply({ kind: 'refund', amountIs: 'total_of_processor', amountCents: refunded_cents })
  const disputes = await listDisputes(transaction, programId, ids, processorLimits.waitingRefundRows)
  const disputed = scaleDisputes(measure, cents, disputes)
  for (const [index, { refund_id: refundId, is_withdrawn: isWithdrawn, reason }] of disputes.entries()) {
    const amountCents = getPart(disputed[index])
    await apply({ kind: 'dispute', refundId, amountCents, isWithdrawn }, reason)
  }
}

/** A failed refund of less than half a cent of the sale is recorded as one cent, so it isn't lost. */
function toFailedRefund({ refund_id: refundId }: SingleReport, cents: number): RefundChange {
  return { kind: 'failed_refund', refundId, amountCents: Math.max(1, cents) }
}
