import { describe, expect, it } from 'vitest'
import { readCouponCode } from './stripe-coupon.rule.ts'

describe('the coupon code of a Stripe object', () => {
  it.each([
    [
      'is the one in the metadata',
      { discounts: [{ coupon: 'SUMMER' }] },
      [{ coupon_code: 'ADA10' }],
      'ADA10',
    ],
    [
      'is the first one that isn’t a placeholder',
      {},
      [{ coupon_code: 'undefined' }, { coupon_code: 'ADA10' }],
      'ADA10',
    ],
    [
      'is the code of an expanded promotion code',
      { discounts: [{ coupon: 'co_1', promotion_code: { id: 'promo_1', code: 'ADA10' } }] },
      [],
      'ADA10',
    ],
    [
      'is otherwise the coupon’s ID',
      { discounts: [{ coupon: 'ADA10', promotion_code: 'promo_1' }] },
      [],
      'ADA10',
    ],
    [
      'is the ID of an expanded coupon',
      { discounts: [{ coupon: { id: 'ADA10' }, promotion_code: null }] },
      [],
      'ADA10',
    ],
    [
      'is in a discount’s source since 2025-09-30',
      { discounts: [{ id: 'di_1', source: { type: 'coupon', coupon: 'ADA10' } }] },
      [],
      'ADA10',
    ],
    [
      'is in an older invoice’s only discount',
      { discount: { id: 'di_1', coupon: { id: 'ADA10' } } },
      [],
      'ADA10',
    ],
    [
      'is unknown if an invoice lists its discounts by ID',
      { discounts: ['di_1'], discount: null },
      [null],
      undefined,
    ],
    [
      'is unknown if only the ID of a promotion code is known',
      { discounts: [{ coupon: null, promotion_code: 'promo_1' }] },
      [],
      undefined,
    ],
    [
      'ignores empty and non-text values',
      { discounts: 'x' },
      [{ coupon_code: '' }, { coupon_code: 7 }],
      undefined,
    ],
  ] as const)('%s', (_title, object, metadata, code) => {
    expect(readCouponCode({ ...object }, metadata)).toBe(code)
  })
})
