import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CommissionPolicy } from '../programs/commission-policy.ts'
import { commissionAmount } from './commission-amount.rule.ts'

const policy = (
  terms: Pick<CommissionPolicy, 'type' | 'rate_bps' | 'amount_cents' | 'currency'>,
): CommissionPolicy => ({
  id: 1,
  group_id: null,
  product_id: null,
  duration: 'lifetime',
  duration_months: null,
  hold_days: null,
  ...terms,
})
const percent = (rate_bps: number | null) =>
  policy({ type: 'percent', rate_bps, amount_cents: null, currency: null })
const flat = (amount_cents: number | null) =>
  policy({ type: 'flat', rate_bps: null, amount_cents, currency: 'USD' })

describe('commissionAmount: on the amount as sent, rounded half up (D28, D29)', () => {
  it.each([
    ['20 % of 49.00', percent(2000), 4900, 980],
    ['half a cent goes up', percent(1000), 5, 1],
    ['under half a cent goes down', percent(1000), 4, 0],
    ['nothing at 0 %', percent(0), 4900, 0],
    ['all at 100 %', percent(10_000), Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ['the largest amount keeps its last digit', percent(3333), Number.MAX_SAFE_INTEGER, 3002099511605172],
    ['a flat amount, whatever the sale', flat(500), 100, 500],
    ['a flat nothing', flat(0), 4900, 0],
  ])('%s', (_label, terms, amount_cents, commission) => {
    expect(commissionAmount(terms, amount_cents)).toBe(commission)
  })

  it('a percentage never exceeds the amount, and grows with it', () => {
    const amounts = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
    fc.assert(
      fc.property(amounts, amounts, fc.integer({ min: 0, max: 10_000 }), (a, b, rate_bps) => {
        const [less, more] = a < b ? [a, b] : [b, a]
        const commission = commissionAmount(percent(rate_bps), less)
        expect(Number.isSafeInteger(commission)).toBe(true)
        expect(commission).toBeLessThanOrEqual(less)
        expect(commission).toBeLessThanOrEqual(commissionAmount(percent(rate_bps), more))
      }),
    )
  })

  it.each([
    ['percent without a rate', percent(null)],
    ['flat without an amount', flat(null)],
  ])('fails on a policy that cannot be: %s', (_label, terms) => {
    expect(() => commissionAmount(terms, 100)).toThrow(/policy 1 has no/)
  })
})
