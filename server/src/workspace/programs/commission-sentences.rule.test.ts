import { describe, expect, it } from 'vitest'
import { commissionSentences } from './commission-sentences.rule.ts'

const PERCENT = {
  product_id: null,
  type: 'percent',
  rate_bps: 2000,
  amount_cents: null,
  currency: null,
  duration: 'lifetime',
  duration_months: null,
  commission_base: 'amount',
} as const
const FLAT = { ...PERCENT, type: 'flat', rate_bps: null, amount_cents: 1050, currency: 'EUR' } as const

describe('commission sentences', () => {
  it.each([
    [PERCENT, 'You earn 20% of every payment from customers you refer, for as long as they pay.'],
    [
      { ...PERCENT, rate_bps: 1250, duration: 'months', duration_months: 12 },
      'You earn 12.5% of every payment from customers you refer in their first 12 months.',
    ],
    [
      { ...PERCENT, rate_bps: 5, duration: 'months', duration_months: 1 },
      'You earn 0.05% of every payment from customers you refer in their first month.',
    ],
    [
      { ...PERCENT, rate_bps: 10_000, duration: 'first_sale' },
      'You earn 100% of the first payment from each customer you refer.',
    ],
    [FLAT, 'You earn €10.50 for every payment in EUR from customers you refer, for as long as they pay.'],
    [
      { ...FLAT, amount_cents: 50_000, currency: 'VND', duration: 'first_sale' },
      'You earn ₫50,000 for the first payment in VND from each customer you refer.',
    ],
    [
      { ...PERCENT, commission_base: 'amount_without_tax' },
      'You earn 20% of every payment from customers you refer, for as long as they pay. Tax is excluded.',
    ],
    [{ ...PERCENT, rate_bps: 0 }, 'You earn nothing.'],
    [{ ...FLAT, amount_cents: 0 }, 'You earn nothing.'],
    [
      { ...FLAT, product_id: 'pro' },
      'For the product “pro”: You earn €10.50 for every payment in EUR from customers you refer, for as long as they pay.',
    ],
  ] as const)('%j', (policy, sentence) => {
    expect(commissionSentences([policy], undefined, 'en')).toEqual([sentence])
  })

  it('list the default first, then ten products, the number of other products, and the signup commission', () => {
    const products = Array.from({ length: 12 }, (_, n) => ({ ...PERCENT, product_id: `plan-${n}` }))
    const sentences = commissionSentences([...products, PERCENT], { amountCents: 500, currency: 'USD' }, 'en')
    expect(sentences).toHaveLength(13)
    expect(sentences[0]).toMatch(/^You earn 20%/)
    expect(sentences[1]).toMatch(/^For the product “plan-0”: You earn /)
    expect(sentences.slice(-2)).toEqual([
      '2 more products have their own rates.',
      'You earn $5.00 for every signup you refer.',
    ])
    expect(commissionSentences(products.slice(0, 11), undefined, 'en').at(-1)).toBe(
      '1 more product has its own rate.',
    )
  })
})
