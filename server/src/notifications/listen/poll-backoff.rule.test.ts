import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pauseMs } from './poll-backoff.rule.ts'

const LIMITS = { firstMs: 500, maxMs: 15_000 }

test.each([
  [1, 500],
  [2, 1_000],
  [3, 2_000],
  [5, 8_000],
  [6, 15_000],
  [10_000, 15_000],
])('after %i failures in a row the pause is %i ms, plus or minus a fifth', (failures, expected) => {
  expect(pauseMs({ failures }, LIMITS, 0.5)).toBe(expected)
  expect(pauseMs({ failures }, LIMITS, 0)).toBe(expected * 0.8)
  expect(pauseMs({ failures }, LIMITS, 1)).toBe(expected * 1.2)
})

test('the pause is as long as the service requests, up to the maximum', () => {
  expect(pauseMs({ failures: 1, retryAfterSeconds: 7 }, LIMITS, 0.5)).toBe(7_000)
  expect(pauseMs({ failures: 1, retryAfterSeconds: 3_600 }, LIMITS, 0.5)).toBe(15_000)
  expect(pauseMs({ failures: 6, retryAfterSeconds: 1 }, LIMITS, 0.5)).toBe(15_000)
})

test('the pause is never zero and never much longer than the maximum', () => {
  const backoffState = { failures: fc.integer({ min: 1 }), retryAfterSeconds: fc.nat() }
  fc.assert(
    fc.property(fc.record(backoffState), fc.double({ min: 0, max: 1, noNaN: true }), (asked, chance) => {
      const ms = pauseMs(asked, LIMITS, chance)
      expect(ms).toBeGreaterThanOrEqual(400)
      expect(ms).toBeLessThanOrEqual(18_000)
    }),
  )
})
