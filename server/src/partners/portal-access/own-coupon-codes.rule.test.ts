import { describe, expect, it } from 'vitest'
import { ownCouponCodesError } from './own-coupon-codes.rule.ts'

const RULES = { pattern: '*', minChars: 4, maxChars: 20 }

describe('the rules for partners’ own coupon codes', () => {
  it.each(['*', 'ACME-*', '*10', 'a.b_*-Z9'])('accept the pattern %s', (pattern) => {
    expect(ownCouponCodesError({ ...RULES, pattern })).toBeUndefined()
  })

  it.each(['', 'ACME', '**', 'A*B*', 'Ä*', 'a b*', '%*', `${'A'.repeat(33)}*`])(
    'reject the pattern “%s”',
    (pattern) => {
      expect(ownCouponCodesError({ ...RULES, maxChars: 64, pattern })?.field).toBe('pattern')
    },
  )

  it.each([
    ['a maximum below the minimum', { minChars: 8, maxChars: 7 }, 'maxChars'],
    ['no room beside the fixed part', { pattern: 'ACME-*', minChars: 4, maxChars: 5 }, 'maxChars'],
    ['room for one character', { pattern: 'ACME-*', minChars: 4, maxChars: 6 }, undefined],
    ['one length', { minChars: 8, maxChars: 8 }, undefined],
  ])('are checked for %s', (_title, rules, field) => {
    expect(ownCouponCodesError({ ...RULES, ...rules })?.field).toBe(field)
  })
})
