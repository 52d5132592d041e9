import { expect, it } from 'vitest'
import type { NextPayout } from '../../api/types.ts'
import { nextPayoutLines } from './next-payout-lines.ts'

const byHand = { reason: 'by_hand' } as const
const missing = (missingCents: number) => ({ reason: 'below_minimum', missingCents }) as const
const usd: NextPayout = { currency: 'USD', amountCents: 5, blockers: [missing(7), byHand] }
const eur: NextPayout = { currency: 'EUR', amountCents: 6, blockers: [missing(8), byHand] }
const vnd: NextPayout = { currency: 'VND', amountCents: 9, blockers: [byHand] }
const formatLines = (payouts: NextPayout[]) =>
  nextPayoutLines(payouts, ({ reason, missingCents = 0 }) => `${reason} ${missingCents}`)

it('lists shared conditions once and the others by currency', () => {
  expect(formatLines([usd, eur, vnd])).toEqual({
    common: ['by_hand 0'],
    own: [
      { payout: usd, conditions: ['below_minimum 7'] },
      { payout: eur, conditions: ['below_minimum 8'] },
      { payout: vnd, conditions: [] },
    ],
  })
})

it('lists all conditions for a single payout', () => {
  expect(formatLines([usd])).toEqual({
    common: [],
    own: [{ payout: usd, conditions: ['below_minimum 7', 'by_hand 0'] }],
  })
  expect(formatLines([])).toEqual({ common: [], own: [] })
})
