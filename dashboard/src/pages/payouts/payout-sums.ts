import type { Payout, PayoutSum } from '../../api/types.ts'
import { byCurrency } from '../../format/money.ts'

/** Adds two lists of sums by currency, in display order. */
export function addSums(first: readonly PayoutSum[], second: readonly PayoutSum[]): PayoutSum[] {
  const sums = new Map(first.map((sum) => [sum.currency, sum]))
  for (const { currency, payouts, amountCents } of second) {
    const sum = sums.get(currency) ?? { currency, payouts: 0, amountCents: 0 }
    sums.set(currency, {
      currency,
      payouts: sum.payouts + payouts,
      amountCents: sum.amountCents + amountCents,
    })
  }
  return [...sums.values()].sort(byCurrency)
}

/** Returns the totals of payouts by currency. */
export function sumPayouts(payouts: readonly Pick<Payout, 'currency' | 'amountCents'>[]): PayoutSum[] {
  return addSums(
    [],
    payouts.map(({ currency, amountCents }) => ({ currency, payouts: 1, amountCents })),
  )
}
