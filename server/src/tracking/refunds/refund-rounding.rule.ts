import type { RefundRoundingData } from './refund-state.ts'

export type { RefundRoundingData }

/**
 * Returns the total rounding error of a sale's refund reports, in the sale's minor units. A sale that differs from its
 * payment (without tax, another currency, a shared charge) is refunded in proportion. Each source rounds each refund by
 * less than one minor unit of the sale or the payment, whichever is larger.
 */
export function refundRounding({ sale, payment, is_shared, reports }: RefundRoundingData): bigint {
  if (payment === undefined || payment.amount_cents <= 0n) return 0n
  const isSame = payment.currency === sale.currency && payment.amount_cents === sale.amount_cents
  if (isSame && !is_shared) return 0n
  const unit = (sale.amount_cents + payment.amount_cents - 1n) / payment.amount_cents
  return unit * BigInt(reports + 1)
}
