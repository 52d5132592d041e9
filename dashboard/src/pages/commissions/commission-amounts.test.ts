import { describe, expect, test } from 'vitest'
import { allowedReviews, remainingCents, unpaidCents, unpaidSums } from './commission-amounts.ts'

const commission = {
  amountCents: 1000,
  reversedCents: 0,
  paidCents: 0,
  status: 'approved' as const,
  holdReason: null,
}

describe('reviews allowed for a commission', () => {
  test.each([
    ['pending', { status: 'pending' as const }, 'approve reject'],
    [
      'pending without a payment link',
      { status: 'pending' as const, holdReason: 'payment_link_missing' as const },
      'approve reject',
    ],
    ['a possible duplicate', { status: 'pending' as const, holdReason: 'possible_duplicate' as const }, ''],
    ['approved', {}, 'reject markPaid'],
    ['approved and fully reversed', { reversedCents: 1000 }, 'reject'],
    ['approved and since paid', { paidCents: 1000 }, 'reject'],
    ['paid', { status: 'paid' as const, paidCents: 1000 }, ''],
    ['reversed', { status: 'reversed' as const, reversedCents: 1000 }, ''],
  ])('%s: %j', (_label, changed, allowed) => {
    const reviews = Object.entries(allowedReviews({ ...commission, ...changed }))
    expect(
      reviews
        .filter(([, isAllowed]) => isAllowed)
        .map(([name]) => name)
        .join(' '),
    ).toBe(allowed)
  })
})

test('the unpaid amount is what is left minus what was paid, and can be negative', () => {
  const refunded = { ...commission, reversedCents: 400, paidCents: 1000 }
  expect(remainingCents(refunded)).toBe(600)
  expect(unpaidCents(refunded)).toBe(-400)
})

test('unpaid amounts are added up by currency', () => {
  const usd = { ...commission, currency: 'USD' as const }
  const sums = unpaidSums([
    { ...usd, currency: 'VND' },
    { ...usd, reversedCents: 400 },
    { ...usd, paidCents: 100 },
  ])
  expect(sums).toEqual([
    { currency: 'USD', amountCents: 1500 },
    { currency: 'VND', amountCents: 1000 },
  ])
})
