import type { CustomerDelta } from '../../core/database/stat-delta.ts'
import type { Currency } from '../../core/money/currency.ts'

interface ChangedRefunds {
  sale: { amount_cents: number; currency: Currency; customer_id: number }
  /** The local days on which the sale and its commission are counted. */
  saleDay: string
  commissionDay: string | undefined
  before: Sums
  after: Sums
}

/** A sale's refunded amount, and its commission's reversed amount. */
interface Sums {
  refunded_cents: number
  reversed_cents: number
}

/**
 * Returns the changes to the daily statistics (D42): the refund on the sale's day, the sale itself once it is fully
 * refunded, and the reversal on the commission's day.
 */
export function refundStats({
  sale,
  saleDay,
  commissionDay,
  before,
  after,
}: ChangedRefunds): CustomerDelta[] {
  const { amount_cents, currency, customer_id } = sale
  const remainingCents = ({ refunded_cents }: Sums) => BigInt(amount_cents - refunded_cents)
  const isPaid = ({ refunded_cents }: Sums) => (refunded_cents < amount_cents ? 1 : 0)
  const deltas: CustomerDelta[] = []
  if (after.refunded_cents !== before.refunded_cents) {
    const sales = isPaid(after) - isPaid(before)
    const revenue_cents = remainingCents(after) - remainingCents(before)
    deltas.push({ day: saleDay, currency, customer_id, sales, revenue_cents })
  }
  if (commissionDay !== undefined && after.reversed_cents !== before.reversed_cents) {
    const commission_cents = BigInt(before.reversed_cents - after.reversed_cents)
    deltas.push({ day: commissionDay, currency, customer_id, commission_cents })
  }
  return deltas
}
