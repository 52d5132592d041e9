import type { Queries } from '../../core/database/database.ts'
import type { Deps } from '../../core/deps.ts'
import { BASE_CURRENCY } from '../../core/money/currency.ts'
import { nameEraser } from '../../core/privacy/pseudonym.rule.ts'
import type { ReceivedOrder } from './claim.ts'
import { amountOf, type OrderFacts } from './order-obstacle.rule.ts'
import {
  findRecordedSale,
  findRejectedSale,
  findReportedPayment,
  type RecordedSale,
  type RejectedSaleRow,
  type ReportedPayment,
} from './received-order.sql.ts'

/** What was received of an order, as its rows have it. */
export interface OrderRows extends OrderFacts {
  sale: RecordedSale | undefined
  payment: ReportedPayment | undefined
  refused: RejectedSaleRow | undefined
}

/** Reads what was received under the id of an order, and under the name that erasing leaves of it. */
export async function readOrder(
  { config }: Pick<Deps, 'config'>,
  queries: Queries,
  programId: number,
  transactionId: string,
): Promise<OrderRows> {
  const names = [transactionId, nameEraser(programId, config.appSecret)(transactionId)]
  const found = await findRejectedSale(queries, programId, names)
  const told = await findReportedPayment(queries, programId, names)
  // A refused sale call of this id is its own order, though another sale names a payment so.
  const payment = told?.is_named_by_sale === true && found !== undefined ? undefined : told
  // A payment knows its sale under whichever of its names that was recorded.
  const all = payment?.transaction_id == null ? names : [...names, payment.transaction_id]
  const sale = await findRecordedSale(queries, programId, { names: all, ofPayment: payment?.sale_id })
  // A sale that names no currency is in this one.
  const refused = found && { ...found, currency: found.currency ?? BASE_CURRENCY }
  return { sale, payment, refused }
}

/** The best of what was received, for people; undefined where nothing was. */
export function shownOrder({ sale, payment, refused }: OrderRows): ReceivedOrder | undefined {
  if (sale !== undefined) {
    return { kind: 'sale', amountCents: sale.amount_cents, currency: sale.currency, at: sale.received_at }
  }
  if (payment !== undefined) {
    const { amount_cents, currency, created_at } = payment
    return { kind: 'payment', amountCents: amount_cents, currency, at: created_at }
  }
  if (refused === undefined) return undefined
  const { amount, currency, first_at } = refused
  return { kind: 'rejected_sale', amountCents: amountOf(amount) ?? null, currency, at: first_at }
}
