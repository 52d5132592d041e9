import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { divideHalfUp, dollars, shareOf } from './money.rule.ts'

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

  it('is never further than half a unit from the exact quotient', () => {
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

describe('shareOf', () => {
  it.each([
    ['a fifth', 4900, 2000, 980],
    ['a half cent goes up', 25, 2000, 5],
    ['just under half goes down', 2, 2000, 0],
    ['exactly half of a unit goes up', 5, 1000, 1],
    ['one cent at 350 bps', 1, 350, 0],
    ['nothing at rate 0', 4900, 0, 0],
    ['all of it at 10,000 bps', 2 ** 53 - 1, 10_000, 2 ** 53 - 1],
    ['the largest amount keeps its last digit', 2 ** 53 - 1, 5000, 2 ** 52],
  ])('%s', (_label, amount, rate, share) => {
    expect(shareOf(amount, rate)).toBe(share)
  })

  it('never exceeds the amount nor goes below zero', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.nat(10_000), (amount, rate) => {
        const share = shareOf(amount, rate)
        expect(Number.isSafeInteger(share) && share >= 0 && share <= amount).toBe(true)
      }),
    )
  })
})

describe('dollars shows minor units at face value (D32)', () => {
  it.each([
    [4900n, 49],
    [1n, 0.01],
    [250_000n, 2500],
    [-1234n, -12.34],
  ])('%s is %s', (cents, amount) => {
    expect(dollars(cents)).toBe(amount)
  })
})
