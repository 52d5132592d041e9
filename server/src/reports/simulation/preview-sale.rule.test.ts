import { describe, expect, it } from 'vitest'
import { policyHistory } from './policy-history.rule.ts'
import { previewSale } from './preview-sale.rule.ts'
import type { PolicyVersion, PreviewedSale } from './previewed-sale.ts'

const at = (day: number) => new Date(Date.UTC(2026, 2, day))

const FIRST: PolicyVersion = {
  id: 1,
  group_id: null,
  product_id: null,
  type: 'percent',
  rate_bps: 1000,
  amount_cents: null,
  currency: null,
  duration: 'lifetime',
  duration_months: null,
  hold_days: null,
  commission_base: 'amount',
  created_at: at(1),
  superseded_at: at(10),
}
const SECOND: PolicyVersion = { ...FIRST, id: 2, rate_bps: 2000, created_at: at(10), superseded_at: null }
const PRO: PolicyVersion = {
  ...FIRST,
  id: 3,
  product_id: 'pro',
  rate_bps: 5000,
  created_at: at(5),
  superseded_at: at(8),
}
const BEST: PolicyVersion = { ...SECOND, id: 4, group_id: 9, rate_bps: 4000 }
const policiesAt = policyHistory([SECOND, PRO, BEST, FIRST])

const earned = (amount_cents: number, over: Partial<NonNullable<PreviewedSale['commission']>> = {}) => ({
  amount_cents,
  reversed_cents: 0,
  rejected_at: null,
  ...over,
})
const SALE: PreviewedSale = {
  id: 7,
  received_at: at(6),
  came_at: at(6),
  claimed: undefined,
  customer_id: 1,
  partner_id: 1,
  group_id: null,
  product_id: undefined,
  currency: 'USD',
  amount_cents: 1_000,
  tax_amount_cents: null,
  refunded_cents: 0,
  customer_first_sale_at: at(2),
  decided_by: { scope: { group_id: null, product_id: null }, duration: 'lifetime' },
  commission: earned(100),
}

describe('the active versions', () => {
  it.each([
    ['before the first one', 0, undefined, []],
    ['from the start of the first one', 1, undefined, [1]],
    ['just before the second one', 9, 'pro', [1]],
    ['from the start of the second one', 10, 'pro', [2]],
    ['with a product policy', 5, 'pro', [1, 3]],
    ['with an ended product policy', 8, 'pro', [1]],
    ['for that product only', 6, 'basic', [1]],
    ['with a group policy', 12, 'pro', [2, 4], 9],
    ['for that group only', 12, 'pro', [2], 8],
  ])(
    'include every version that applies %s',
    (_label, day, product_id, ids, group_id: number | null = null) => {
      expect(policiesAt({ group_id, product_id, came_at: at(day) }).map(({ id }) => id)).toEqual(ids)
    },
  )
})

describe('previewSale returns what a sale would have earned', () => {
  const other = { ...SECOND, id: 0, rate_bps: 3000 }
  const defaultScope = { group_id: null, product_id: null }
  const pro = { group_id: null, product_id: 'pro' }
  const best = { group_id: 9, product_id: null }
  const asDefault = { scope: defaultScope, policy: other }
  const asPro = { scope: pro, policy: { ...other, product_id: 'pro' } }
  const ended = { scope: pro, policy: undefined }
  const asBest = { scope: best, policy: { ...other, group_id: 9 } }
  const bestEnded = { scope: best, policy: undefined }
  const bestGroupSale = {
    ...SALE,
    group_id: 9,
    received_at: at(12),
    came_at: at(12),
    decided_by: { scope: best, duration: 'lifetime' as const },
    commission: earned(400),
  }
  const decided_by = { scope: pro, duration: 'lifetime' as const }
  const proSale = { ...SALE, product_id: 'pro', decided_by, commission: earned(500) }
  const firstOnly = { scope: defaultScope, policy: { ...other, duration: 'first_sale' as const } }

  it.each([
    ['under another default', SALE, asDefault, [100, 300]],
    [
      'half refunded, in proportion',
      { ...SALE, refunded_cents: 500, commission: earned(100, { reversed_cents: 50 }) },
      asDefault,
      [50, 150],
    ],
    [
      'fully refunded',
      { ...SALE, refunded_cents: 1_000, commission: earned(100, { reversed_cents: 100 }) },
      asDefault,
      [0, 0],
    ],
    [
      'rejected',
      { ...SALE, commission: earned(100, { reversed_cents: 100, rejected_at: at(7) }) },
      asDefault,
      [0, 0],
    ],
    ['a product with its own policy, unaffected by another default', proSale, asDefault, [500, 500]],
    ['a product under another policy', proSale, asPro, [500, 300]],
    [
      'a product that no longer has its own policy, under the default of that day',
      proSale,
      ended,
      [500, 100],
    ],
    ['another product', SALE, asPro, [100, 100]],
    ['a group with its own policy, unaffected by another default', bestGroupSale, asDefault, [400, 400]],
    ['a group under another policy', bestGroupSale, asBest, [400, 300]],
    [
      'a group that no longer has its own policy, under the default of that day',
      bestGroupSale,
      bestEnded,
      [400, 200],
    ],
    ['without a group', SALE, asBest, [100, 100]],
    ['a sale past the duration', SALE, firstOnly, [100, 0]],
    ['a sale that earned nothing', { ...SALE, commission: undefined }, asDefault, [0, 300]],
    // If a policy changed at the time of the sale, the policy that paid for it counts.
    [
      'paid by the default even though the product has a policy',
      { ...proSale, decided_by: SALE.decided_by, commission: earned(100) },
      ended,
      [100, 100],
    ],
  ] as const)('%s', (_label, sale, change, [earned_cents, would_earn_cents]) => {
    expect(previewSale(sale, { isFirst: false, policiesAt, change, timeZone: 'UTC' })).toEqual({
      earned_cents,
      would_earn_cents,
    })
  })

  it.each([
    ['before any other sale, as the first', { first_before: null, is_first_paid: false }, 300],
    ['after another sale', { first_before: at(3), is_first_paid: false }, 0],
    ['with another sale paid as the first', { first_before: null, is_first_paid: true }, 0],
  ])('from an approved claim %s', (_label, claimed, would_earn_cents) => {
    const sale = { ...SALE, received_at: at(20), claimed }
    expect(previewSale(sale, { isFirst: false, policiesAt, change: firstOnly, timeZone: 'UTC' })).toEqual({
      earned_cents: 100,
      would_earn_cents,
    })
  })

  it('as the first sale of its customer, whatever the duration', () => {
    expect(
      previewSale(SALE, { isFirst: true, policiesAt, change: firstOnly, timeZone: 'UTC' }).would_earn_cents,
    ).toBe(300)
  })
})
