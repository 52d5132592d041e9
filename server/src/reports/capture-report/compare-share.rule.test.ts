import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareShare, shareDifference } from './compare-share.rule.ts'

const counts = (leads: number, clicks: number) => ({ leads, clicks })

describe('the difference between two shares', () => {
  // z = (p1 - p2) / sqrt(p (1 - p) (1/n1 + 1/n2)) with the pooled share p.
  it.each([
    [counts(20, 1000), counts(50, 1000), -3.6501],
    [counts(50, 1000), counts(20, 1000), 3.6501],
    [counts(30, 1000), counts(50, 1000), -2.2822],
    [counts(41, 200), counts(24, 100), -0.6937],
    [counts(100, 1000), counts(1000, 10_000), 0],
  ])('of %o and %o is %d standard errors', (a, b, z) => {
    expect(shareDifference(a, b)).toBeCloseTo(z, 4)
  })

  it.each([
    ['no clicks', counts(0, 0), counts(0, 0)],
    ['99 clicks', counts(50, 99), counts(500, 1000)],
    ['99 other clicks', counts(500, 1000), counts(50, 99)],
    ['fewer than five expected leads', counts(0, 100), counts(45, 1000)],
    ['fewer than five expected clicks without a signup', counts(100, 100), counts(960, 1000)],
    ['no leads', counts(0, 1000), counts(0, 1000)],
  ])('isn’t computed for %s', (_title, a, b) => {
    expect(shareDifference(a, b)).toBeUndefined()
  })

  it('has the opposite sign if the shares are swapped, and is always finite', () => {
    const some = fc
      .record({ clicks: fc.nat(1_000_000), share: fc.double({ min: 0, max: 1, noNaN: true }) })
      .map(({ clicks, share }) => counts(Math.round(clicks * share), clicks))
    fc.assert(
      fc.property(some, some, (a, b) => {
        const z = shareDifference(a, b)
        if (z === undefined) return
        expect(Number.isFinite(z)).toBe(true)
        expect(shareDifference(b, a)).toBeCloseTo(-z, 6)
      }),
    )
  })
})

it.each([
  ['a third of the others’ share', counts(20, 1000), counts(150, 3000), 'below'],
  ['a little less than the others', counts(45, 1000), counts(195, 4000), 'not_below'],
  ['more than the others', counts(90, 1000), counts(150, 3000), 'not_below'],
  ['just above the threshold (z = -3.04)', counts(25, 1000), counts(76, 2000), 'not_below'],
  ['just below the threshold (z = -3.18)', counts(24, 1000), counts(75, 2000), 'below'],
  ['too few clicks', counts(0, 50), counts(150, 3000), 'too_few'],
  ['no other clicks', counts(20, 1000), counts(20, 1000), 'too_few'],
] as const)('compares a group with %s', (_title, group, all, comparison) => {
  expect(compareShare(group, all)).toBe(comparison)
})
