import type { StatDelta } from '../store/daily-stats.ts'
import type { Currency } from '../store/schema.ts'
import { reportDay } from './report-day.ts'

interface Before {
  refunded_cents: number
  reversed_cents: number
}

/**
 * What a change of a sale's refunds changes in the daily statistics (D42): the sale's own day loses the money,
 * and the sale when nothing of it is left; the commission's day loses what was taken back of the commission.
 */
export function refundStats(
  sale: { amount_cents: number; currency: Currency; reported_at: Date },
  commissionMadeAt: Date | undefined,
  timeZone: string,
  before: Before,
  after: Before,
): StatDelta[] {
  const { amount_cents, currency } = sale
  const left = ({ refunded_cents }: Before) => BigInt(amount_cents - refunded_cents)
  const isPaid = ({ refunded_cents }: Before) => (refunded_cents < amount_cents ? 1 : 0)
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
