import { expect, it } from 'vitest'
import { couponCodeError, couponKey } from './coupon-code.rule.ts'

it.each([
  ['ADA10', 'ada10'],
  ['  Ada10 ', 'ada10'],
  ['10%OFF', '10%off'],
  ['ÄRA', 'Ära'.toLowerCase().replace('ä', 'Ä')],
])('compares %j as %j', (code, key) => {
  expect(couponKey(code)).toBe(key)
})

it.each(['ADA10', '10%OFF', 'a', 'x'.repeat(64), ' padded '])('accepts %j', (code) => {
  expect(couponCodeError(code)).toBeUndefined()
})

it.each(['', '   ', 'two words', 'x'.repeat(65), 'café', 'a\u0000b'])('rejects %j', (code) => {
  expect(couponCodeError(code)).toContain('without spaces')
})
