import { expect, test } from 'vitest'
import { addSums, sumsOf } from './payout-sums.ts'

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
  expect(sumsOf(payouts)).toEqual(sums)
  expect(addSums(sumsOf(payouts), [])).toEqual(sums)
  expect(addSums(sumsOf(payouts.slice(0, 2)), sumsOf(payouts.slice(2)))).toEqual(sums)
})
