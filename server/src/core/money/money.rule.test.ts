import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyRate, divideHalfUp, dollars } from './money.rule.ts'

describe('divideHalfUp rounds halves away from zero, in integers (D29)', () => {
  it.each([
    [0n, 1n, 0n],
    [1n, 2n, 1n],
    [1n, 3n, 0n],
    [2n, 3n, 1n],
    [49n, 100n, 0n],
    [50n, 100n, 1n],
    [149n, 100n, 1n],
    [150n, 100n, 2n],
    [-1n, 2n, -1n],
    [-49n, 100n, 0n],
  ])('%s / %s is %s', (numerator, denominator, result) => {
    expect(divideHalfUp(numerator, denominator)).toBe(result)
  })

  it('stays within half a unit of the exact quotient (property)', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 30n), 10n ** 30n), fc.bigInt(1n, 10n ** 15n), (n, d) => {
        const error = divideHalfUp(n, d) * d - n
        expect(2n * (error < 0n ? -error : error) <= d).toBe(true)
      }),
    )
  })

  it('rejects a denominator that is not positive', () => {
    expect(() => divideHalfUp(1n, 0n)).toThrow(RangeError)
  })
})

describe('applyRate', () => {
  it.each([
    ['takes a fifth', 4900, 2000, 980],
    ['takes a fifth of a small amount exactly', 25, 2000, 5],
    ['rounds just under half a cent down', 2, 2000, 0],
    ['rounds exactly half a cent up', 5, 1000, 1],
    ['rounds one cent at 350 bps down to zero', 1, 350, 0],
    ['is zero at rate 0', 4900, 0, 0],
    ['is the whole amount at 10,000 bps', 2 ** 53 - 1, 10_000, 2 ** 53 - 1],
    ['is exact for the largest amount', 2 ** 53 - 1, 5000, 2 ** 52],
  ])('%s', (_label, amount, rate, share) => {
    expect(applyRate(amount, rate)).toBe(share)
  })

  it('never exceeds the amount or falls below zero (property)', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.nat(10_000), (amount, rate) => {
        const share = applyRate(amount, rate)
        expect(Number.isSafeInteger(share) && share >= 0 && share <= amount).toBe(true)
      }),
    )
  })
})

describe('dollars divides minor units by 100 in any currency (D32)', () => {
  it.each([
    [4900n, 49],
    [1n, 0.01],
    [250_000n, 2500],
    [-1234n, -12.34],
  ])('%s is %s', (cents, amount) => {
    expect(dollars(cents)).toBe(amount)
  })
})
