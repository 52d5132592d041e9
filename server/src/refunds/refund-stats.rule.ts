import type { Currency } from '../platform/currency.ts'
import type { CustomerDelta } from '../platform/stat-delta.ts'
import { reportDay } from '../statistics/report-day.rule.ts'

interface ChangedRefunds {
  sale: { amount_cents: number; currency: Currency; customer_id: number; reported_at: Date }
  commissionMadeAt: Date | undefined
  timeZone: string
  before: Sums
  after: Sums
}

/** What went back of a sale, and what was taken back of its commission. */
interface Sums {
  refunded_cents: number
  reversed_cents: number
}

/**
 * What a change of a sale's refunds changes in the daily statistics (D42): the sale's own day loses the money,
 * and the sale when nothing of it is left; the commission's day loses what was taken back of the commission.
 */
export function refundStats({
  sale,
  commissionMadeAt,
  timeZone,
  before,
  after,
}: ChangedRefunds): CustomerDelta[] {
  const { amount_cents, currency, customer_id } = sale
  const left = ({ refunded_cents }: Sums) => BigInt(amount_cents - refunded_cents)
  const isPaid = ({ refunded_cents }: Sums) => (refunded_cents < amount_cents ? 1 : 0)
  const deltas: CustomerDelta[] = []
  if (after.refunded_cents !== before.refunded_cents) {
    const sales = isPaid(after) - isPaid(before)
    const revenue_cents = left(after) - left(before)
    const day = reportDay(sale.reported_at, timeZone)
    deltas.push({ day, currency, customer_id, sales, revenue_cents })
  }
  if (commissionMadeAt !== undefined && after.reversed_cents !== before.reversed_cents) {
    const commission_cents = BigInt(before.reversed_cents - after.reversed_cents)
    const day = reportDay(commissionMadeAt, timeZone)
    deltas.push({ day, currency, customer_id, commission_cents })
  }
  return deltas
}
