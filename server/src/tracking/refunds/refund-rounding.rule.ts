import type { RoundedRefunds } from './refund-state.ts'

export type { RoundedRefunds }

/**
 * Returns how much the reports of a sale's refunds may be off in all, in minor units of the sale. A sale that is not what
 * its payment was (net of tax, in another currency, one of several that a charge paid) is refunded in proportion, and each
 * reporter rounds each refund by itself: by less than a minor unit of the sale or, where that is more, of the payment.
 */
export function refundRounding({ sale, payment, is_shared, reports }: RoundedRefunds): bigint {
  if (payment === undefined || payment.amount_cents <= 0n) return 0n
  const isSame = payment.currency === sale.currency && payment.amount_cents === sale.amount_cents
  if (isSame && !is_shared) return 0n
  const unit = (sale.amount_cents + payment.amount_cents - 1n) / payment.amount_cents
  return unit * BigInt(reports + 1)
}
