import { expect, test } from 'vitest'
import { addSums, sumPayouts } from './payout-sums.ts'

test('adds up payouts by currency, in display order', () => {
  const payouts = [
    { currency: 'EUR', amountCents: 700 },
    { currency: 'USD', amountCents: 1000 },
    { currency: 'USD', amountCents: 5 },
  ] as const
  const sums = [
    { currency: 'USD', payouts: 2, amountCents: 1005 },
    { currency: 'EUR', payouts: 1, amountCents: 700 },
  ]
  expect(sumPayouts(payouts)).toEqual(sums)
  expect(addSums(sumPayouts(payouts), [])).toEqual(sums)
  expect(addSums(sumPayouts(payouts.slice(0, 2)), sumPayouts(payouts.slice(2)))).toEqual(sums)
})
