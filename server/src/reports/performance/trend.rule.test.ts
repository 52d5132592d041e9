import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { trend } from './trend.rule.ts'

describe('trend is the absolute percentage change, rounded half up to 1 decimal', () => {
  test.each([
    ['doubled', 200n, 100n, 100, 'up'],
    ['halved, where the change is absolute', 50n, 100n, 50, 'down'],
    ['down to zero', 0n, 100n, 100, 'down'],
    ['unchanged', 100n, 100n, 0, 'stable'],
    ['a third', 4n, 3n, 33.3, 'up'],
    ['two thirds', 5n, 3n, 66.7, 'up'],
    ['half a tenth rounds up', 2001n, 2000n, 0.1, 'up'],
    ['half a tenth down also rounds up', 1999n, 2000n, 0.1, 'down'],
    ['just under half a tenth is 0.0 and therefore stable', 2002n, 2001n, 0, 'stable'],
    ['just under half a tenth down is stable', 2000n, 2001n, 0, 'stable'],
    ['a half that floats get wrong (1.15 %)', 20_230n, 20_000n, 1.2, 'up'],
    ['beyond 2^53', 3n * 10n ** 40n, 2n * 10n ** 40n, 50, 'up'],
  ] as const)('%s: %d after %d', (_label, current, previous, expected, direction) => {
    expect(trend(current, previous)).toEqual({ trend: expected, trendDirection: direction })
  })

  test('rule 2: after 0, any value is up and has no percentage', () => {
    expect(trend(1n, 0n)).toEqual({ trend: null, trendDirection: 'up' })
  })

  test('rule 3: 0 after 0 is stable', () => {
    expect(trend(0n, 0n)).toEqual({ trend: 0, trendDirection: 'stable' })
  })

  test('rule 4: stable exactly when the percentage is 0 (property)', () => {
    const count = fc.bigInt({ min: 0n, max: 10n ** 20n })
    fc.assert(
      fc.property(count, count, (current, previous) => {
        const found = trend(current, previous)
        expect(found.trendDirection === 'stable').toBe(found.trend === 0)
        if (found.trendDirection === 'up') expect(current > previous).toBe(true)
        if (found.trendDirection === 'down') expect(current < previous).toBe(true)
      }),
    )
  })
})
