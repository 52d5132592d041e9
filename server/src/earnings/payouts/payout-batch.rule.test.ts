import { describe, expect, it } from 'vitest'
import type { DueBalance } from './due-balance.ts'
import { canBeMarkedPaid, chooseBatch } from './payout-batch.rule.ts'

const dueBalances = (...commissions: number[]): DueBalance[] =>
  commissions.map((count, index) => ({ partner_id: index + 1, currency: 'USD', commissions: count }))

describe('chooseBatch', () => {
  it.each([
    ['nothing is due', [], 0, true],
    ['everything fits', [3, 4, 3], 3, true],
    ['one commission too many', [3, 4, 4], 2, false],
    ['the first payout alone exceeds the limit', [11, 1], 1, false],
    ['the only payout exceeds the limit', [11], 1, true],
    ['the maximum number of payouts', [1, 1, 1, 1], 4, true],
    ['one payout over the maximum', [1, 1, 1, 1, 1], 4, false],
  ])('%s', (_name, commissions, selectedPartners, isComplete) => {
    const balances = dueBalances(...commissions)
    expect(chooseBatch(balances, { payouts: 4, commissions: 10 })).toEqual({
      chosen: balances.slice(0, selectedPartners),
      isComplete,
    })
  })
})

describe('canBeMarkedPaid', () => {
  const approved = {
    status: 'approved',
    amount_cents: 100,
    reversed_cents: 0,
    paid_cents: 0,
    payout_id: null,
  } as const

  it.each([
    ['an approved commission', {}, true],
    ['a partly reversed commission', { reversed_cents: 99 }, true],
    ['a fully reversed commission', { reversed_cents: 100 }, false],
    ['a commission with an amount of zero', { amount_cents: 0 }, false],
    ['a commission in an open payout', { payout_id: 7 }, false],
    ['a pending commission', { status: 'pending' }, false],
    ['a paid commission', { status: 'paid', paid_cents: 100 }, false],
    ['a reversed commission', { status: 'reversed', reversed_cents: 100 }, false],
  ] as const)('returns whether a commission can be marked as paid: %s, %s', (_name, values, expected) => {
    expect(canBeMarkedPaid({ ...approved, ...values })).toBe(expected)
  })
})
