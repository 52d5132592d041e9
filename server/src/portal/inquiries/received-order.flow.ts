import type { Queries } from '../../core/database/database.ts'
import type { Deps } from '../../core/deps.ts'
import { BASE_CURRENCY } from '../../core/money/currency.ts'
import { idPseudonymizer } from '../../core/privacy/pseudonym.rule.ts'
import type { ReceivedOrder } from './claim.ts'
import { type OrderData, parseRejectedAmount } from './claim-obstacle.rule.ts'
import {
  findRecordedSale,
  findRejectedSale,
  findReportedPayment,
  type RecordedSale,
  type RejectedSaleRow,
  type ReportedPayment,
} from './received-order.sql.ts'

export interface OrderRows extends OrderData {
  sale: RecordedSale | undefined
  payment: ReportedPayment | undefined
  rejected: RejectedSaleRow | undefined
}

/** Reads what was received for an order ID, or for its pseudonym after an erasure. */
export async function readOrder(
  { config }: Pick<Deps, 'config'>,
  queries: Queries,
  programId: number,
  transactionId: string,
): Promise<OrderRows> {
  const names = [transactionId, idPseudonymizer(programId, config.appSecret)(transactionId)]
  const rejectedSale = await findRejectedSale(queries, programId, names)
  const reported = await findReportedPayment(queries, programId, names)
  // A rejected request with this ID is its own order, even if another sale refers to its payment.
  const payment = reported?.is_named_by_sale === true && rejectedSale !== undefined ? undefined : reported
  // Finds the payment's sale even if it was recorded under another ID.
  const all = payment?.transaction_id == null ? names : [...names, payment.transaction_id]
  const sale = await findRecordedSale(queries, programId, { names: all, paidSaleId: payment?.sale_id })
  // A sale sent without a currency has the base currency.
  const rejected = rejectedSale && { ...rejectedSale, currency: rejectedSale.currency ?? BASE_CURRENCY }
  return { sale, payment, rejected }
}

/** Returns the most complete record of an order; undefined if nothing was received. */
export function toReceivedOrder({ sale, payment, rejected }: OrderRows): ReceivedOrder | undefined {
  if (sale !== undefined) {
    return { kind: 'sale', amountCents: sale.amount_cents, currency: sale.currency, at: sale.received_at }
  }
  if (payment !== undefined) {
    const { amount_cents, currency, created_at } = payment
    return { kind: 'payment', amountCents: amount_cents, currency, at: created_at }
  }
  if (rejected === undefined) return undefined
  const { amount, currency, first_at } = rejected
  return { kind: 'rejected_sale', amountCents: parseRejectedAmount(amount) ?? null, currency, at: first_at }
}
