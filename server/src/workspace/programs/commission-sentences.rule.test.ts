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
    [PERCENT, 'You earn 20% of each sale to a customer you refer, for as long as they buy.'],
    [
      { ...PERCENT, rate_bps: 1250, duration: 'months', duration_months: 12 },
      'You earn 12.5% of each sale to a customer you refer, for 12 months from their first sale.',
    ],
    [
      { ...PERCENT, rate_bps: 5, duration: 'months', duration_months: 1 },
      'You earn 0.05% of each sale to a customer you refer, for 1 month from their first sale.',
    ],
    [
      { ...PERCENT, rate_bps: 10_000, duration: 'first_sale' },
      'You earn 100% of the first sale to each customer you refer.',
    ],
    [FLAT, 'You earn €10.50 for each sale in EUR to a customer you refer, for as long as they buy.'],
    [
      { ...FLAT, amount_cents: 50_000, currency: 'VND', duration: 'first_sale' },
      'You earn ₫50,000 for the first sale in VND to each customer you refer.',
    ],
    [
      { ...PERCENT, commission_base: 'amount_without_tax' },
      'You earn 20% of each sale to a customer you refer, for as long as they buy. Tax is excluded.',
    ],
    [{ ...PERCENT, rate_bps: 0 }, 'You earn nothing.'],
    [{ ...FLAT, amount_cents: 0 }, 'You earn nothing.'],
    [
      { ...FLAT, product_id: 'pro' },
      'Pro: You earn €10.50 for each sale in EUR to a customer you refer, for as long as they buy.',
    ],
  ] as const)('%j', (policy, sentence) => {
    expect(commissionSentences([policy], undefined, 'en')).toEqual([sentence])
  })

  it('list products without a readable name once per rate, and never show their ID', () => {
    const ids = ['prod_NXk3q9Lm', '8123456', 'prod_Qa81']
    const products = ids.map((product_id, n) => ({ ...PERCENT, product_id, rate_bps: n < 2 ? 3000 : 1000 }))
    expect(commissionSentences(products, undefined, 'en')).toEqual([
      'Some products: You earn 30% of each sale to a customer you refer, for as long as they buy.',
      'Some products: You earn 10% of each sale to a customer you refer, for as long as they buy.',
    ])
  })

  it('list the default first, then ten products, the number of other products, and the signup commission', () => {
    const products = Array.from({ length: 12 }, (_, n) => ({ ...PERCENT, product_id: `plan-${n}` }))
    const sentences = commissionSentences([...products, PERCENT], { amountCents: 500, currency: 'USD' }, 'en')
    expect(sentences).toHaveLength(13)
    expect(sentences[0]).toMatch(/^You earn 20%/)
    expect(sentences[1]).toMatch(/^Plan 0: You earn /)
    expect(sentences.slice(-2)).toEqual([
      '2 more products have their own rates.',
      'You earn $5.00 for every signup you refer.',
    ])
    expect(commissionSentences(products.slice(0, 11), undefined, 'en').at(-1)).toBe(
      '1 more product has its own rate.',
    )
  })
})
