import type { Currency } from '../platform/currency.ts'
import type { StatDelta } from '../platform/stat-delta.ts'
import { reportDay } from '../statistics/report-day.rule.ts'

interface ChangedRefunds {
  sale: { amount_cents: number; currency: Currency; reported_at: Date }
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
}: ChangedRefunds): StatDelta[] {
  const { amount_cents, currency } = sale
  const left = ({ refunded_cents }: Sums) => BigInt(amount_cents - refunded_cents)
  const isPaid = ({ refunded_cents }: Sums) => (refunded_cents < amount_cents ? 1 : 0)
  const deltas: StatDelta[] = []
  if (after.refunded_cents !== before.refunded_cents) {
    const sales = isPaid(after) - isPaid(before)
    const revenue_cents = left(after) - left(before)
    deltas.push({ day: reportDay(sale.reported_at, timeZone), currency, sales, revenue_cents })
  }
  if (commissionMadeAt !== undefined && after.reversed_cents !== before.reversed_cents) {
    const commission_cents = BigInt(before.reversed_cents - after.reversed_cents)
    deltas.push({ day: reportDay(commissionMadeAt, timeZone), currency, commission_cents })
  }
  return deltas
}
