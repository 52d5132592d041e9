import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nextAttemptAt, WEBHOOK_ATTEMPTS } from './webhook-schedule.rule.ts'

const NOW = new Date('2026-03-10T12:00:00.000Z')
const delayAfter = (attempts: number, chance = 0.5) => {
  const at = nextAttemptAt(attempts, NOW, chance)
  return at === undefined ? undefined : (at.getTime() - NOW.getTime()) / 1000
}

it('retries after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, then stops', () => {
  const hours = [2, 5, 10, 14, 20, 24].map((hour) => hour * 3600)
  const delays = Array.from({ length: WEBHOOK_ATTEMPTS }, (_, index) => delayAfter(index + 1))
  expect(delays).toEqual([5, 300, 1800, ...hours, undefined])
})

it('retries for about three days', () => {
  const sum = Array.from({ length: WEBHOOK_ATTEMPTS - 1 }, (_, index) => delayAfter(index + 1) ?? 0)
  expect(sum.reduce((a, b) => a + b) / 86_400).toBeCloseTo(3.15, 1)
})

it('stops if there were more attempts than allowed', () => {
  expect(delayAfter(WEBHOOK_ATTEMPTS + 1)).toBeUndefined()
})

it('the jitter changes each delay by at most a tenth', () => {
  expect([delayAfter(1, 0), delayAfter(1, 1)]).toEqual([4.5, 5.5])
  const attempt = fc.integer({ min: 1, max: WEBHOOK_ATTEMPTS - 1 })
  fc.assert(
    fc.property(attempt, fc.double({ min: 0, max: 1, noNaN: true }), (attempts, chance) => {
      const middle = delayAfter(attempts) ?? 0
      const delay = delayAfter(attempts, chance) ?? 0
      expect(Math.abs(delay - middle)).toBeLessThanOrEqual(middle / 10 + 0.001)
    }),
  )
})
