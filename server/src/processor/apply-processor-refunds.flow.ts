import type { Transaction } from 'kysely'
import { limits } from '../platform/config.ts'
import type { TransactionContext } from '../platform/in-transaction.ts'
import { LostRace } from '../platform/lost-race.ts'
import type { Schema } from '../platform/schema.ts'
import { applyRefund } from '../refunds/apply-refund.flow.ts'
import type { RefundChange } from '../refunds/refund.rule.ts'
import { reversedOfCaptured } from './captured-part.rule.ts'
import { keepUnmeasured, settleMeasured } from './kept-events.sql.ts'
import type { PaymentRow } from './payment.ts'
import { listSharingPayments, lockPayments, updatePayment } from './payments.sql.ts'
import {
  listDisputes,
  listUnseenFailures,
  type OneReport,
  readMoneyOfSale,
  setReportsApplied,
  sumCharges,
  sumProcessorRefunds,
} from './processor-refunds.sql.ts'
import { measureOf, type RefundMeasure, scaleTo } from './refund-measure.rule.ts'

/**
 * Brings the sales of a payment to what the processor has reported of it so far, and with it those of the payments
 * that share its payment intent or charge. Everything is computed from all reports, so their order says nothing.
 * @throws {LostRace} roll back and try again
 */
export async function applyProcessorRefunds(context: TransactionContext, paymentId: number): Promise<void> {
  const { transaction, programId, at } = context
  const ids = await listSharingPayments(transaction, programId, paymentId)
  const payments = await lockPayments(transaction, programId, ids)
  if (payments.length !== ids.length) throw new LostRace()
  if (payments.every(({ sale_id }) => sale_id === null)) return
  const refunded = await sumReversed(transaction, programId, { ids, payments })
  if (refunded === undefined) return
  const { charges } = refunded
  for (const payment of payments) {
    const { sale_id } = payment
    if (sale_id === null) continue
    const sale = await readMoneyOfSale(transaction, programId, sale_id)
    const measure = measureOf({ sale, refunds: refunded.currency, payments, charges })
    if (measure === undefined) {
      await keepUnmeasured(transaction, programId, { paymentIds: ids, saleId: sale_id, at })
      return
    }
    await applyTo(context, { ids, payment, saleId: sale_id, measure, cents: refunded.cents })
  }
  await setReportsApplied(transaction, programId, ids, at)
  await settleMeasured(transaction, programId, ids, at)
}

/** What the reports reverse of these payments, and what their charges captured. */
async function sumReversed(
  transaction: Transaction<Schema>,
  programId: number,
  { ids, payments }: { ids: readonly number[]; payments: readonly PaymentRow[] },
) {
  const refunded = await sumProcessorRefunds(transaction, programId, ids)
  const charges = await sumCharges(transaction, programId, ids)
  const sold = []
  for (const { sale_id, amount_cents, amount_from, refunded_cents } of payments) {
    const sale = sale_id === null ? undefined : await readMoneyOfSale(transaction, programId, sale_id)
    sold.push({ amount_cents, amount_from, was_reversed: refunded_cents !== null, sale })
  }
  return reversedOfCaptured({ refunded, charges, payments: sold })
}

interface Application {
  ids: readonly number[]
  payment: PaymentRow
  saleId: number
  measure: RefundMeasure
  /** What has been refunded in all, in the payment's money. */
  cents: bigint
}

async function applyTo(context: TransactionContext, application: Application): Promise<void> {
  const { transaction, programId } = context
  const { ids, payment, saleId, measure, cents } = application
  const apply = (change: RefundChange, reason?: string | null) =>
    applyRefund(context, { saleId, report: { ...change, reason: reason ?? undefined, source: 'processor' } })
  const refunded_cents = scaleTo(measure, cents)
  if (refunded_cents !== payment.refunded_cents) {
    await updatePayment(transaction, programId, payment.id, { refunded_cents })
  }
  for (;;) {
    const failures = await listUnseenFailures(
      transaction,
      programId,
      { ids, saleId },
      limits.waitingRefundRows,
    )
    for (const failure of failures) await apply(failureOf(failure, measure), failure.reason)
    if (failures.length < limits.waitingRefundRows) break
  }
  await apply({ kind: 'refund', amountIs: 'total_of_processor', amountCents: refunded_cents })
  for (const dispute of await listDisputes(transaction, programId, ids, limits.waitingRefundRows)) {
    const { refund_id: refundId, is_withdrawn: isWithdrawn } = dispute
    const amountCents = scaleTo(measure, dispute.cents)
    await apply({ kind: 'dispute', refundId, amountCents, isWithdrawn }, dispute.reason)
  }
}

/** A failure of less than half a cent of the sale is one of a cent: that it failed must be known. */
function failureOf({ refund_id: refundId, cents }: OneReport, measure: RefundMeasure): RefundChange {
  return { kind: 'failed_refund', refundId, amountCents: Math.max(1, scaleTo(measure, cents)) }
}
