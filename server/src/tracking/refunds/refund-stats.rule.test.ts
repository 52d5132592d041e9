import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refundStats } from './refund-stats.rule.ts'

const SALE = {
  amount_cents: 10_000,
  currency: 'USD',
  customer_id: 7,
} as const
const DAYS = { saleDay: '2026-03-10', commissionDay: '2026-03-12' }

const stats = (
  before: { refunded_cents: number; reversed_cents: number },
  after: { refunded_cents: number; reversed_cents: number },
  overrides: { commissionDay?: undefined } = {},
) => refundStats({ sale: SALE, ...DAYS, ...overrides, before, after })

describe('refundStats (D42)', () => {
  it('subtracts a partial refund from the sale’s day, and its share of the commission from the commission’s day', () => {
    expect(
      stats({ refunded_cents: 0, reversed_cents: 0 }, { refunded_cents: 4_000, reversed_cents: 800 }),
    ).toEqual([
      { day: '2026-03-10', currency: 'USD', customer_id: 7, sales: 0, revenue_cents: -4_000n },
      { day: '2026-03-12', currency: 'USD', customer_id: 7, commission_cents: -800n },
    ])
  })

  it('removes a fully refunded sale, and restores it after a failed refund', () => {
    const [reversedStats] = stats(
      { refunded_cents: 4_000, reversed_cents: 800 },
      { refunded_cents: 10_000, reversed_cents: 2_000 },
    )
    expect(reversedStats).toMatchObject({ sales: -1, revenue_cents: -6_000n })
    const [restoredStats] = stats(
      { refunded_cents: 10_000, reversed_cents: 2_000 },
      { refunded_cents: 9_999, reversed_cents: 1_999 },
    )
    expect(restoredStats).toMatchObject({ sales: 1, revenue_cents: 1n })
  })

  it('returns zeros without a change, and no commission without one', () => {
    const unchangedSums = { refunded_cents: 5, reversed_cents: 1 }
    expect(stats(unchangedSums, unchangedSums)).toEqual([])
    const noCommission = { commissionDay: undefined }
    expect(stats(unchangedSums, { refunded_cents: 6, reversed_cents: 1 }, noCommission)).toHaveLength(1)
  })

  it('returns the same total for any order of refunds and failures', () => {
    const sums = fc.record({
      refunded_cents: fc.integer({ min: 0, max: 10_000 }),
      reversed_cents: fc.integer({ min: 0, max: 2_000 }),
    })
    const total = (deltas: ReturnType<typeof stats>) =>
      deltas.reduce(
        (sum, { sales = 0, revenue_cents = 0n, commission_cents = 0n }) => ({
          sales: sum.sales + sales,
          revenue: sum.revenue + revenue_cents,
          commission: sum.commission + commission_cents,
        }),
        { sales: 0, revenue: 0n, commission: 0n },
      )
    fc.assert(
      fc.property(fc.array(sums, { minLength: 2, maxLength: 6 }), (history) => {
        const steps = history.slice(1).flatMap((after, index) => stats(history[index] ?? after, after))
        const [first = { refunded_cents: 0, reversed_cents: 0 }] = history
        expect(total(steps)).toEqual(total(stats(first, history.at(-1) ?? first)))
      }),
    )
  })
})
