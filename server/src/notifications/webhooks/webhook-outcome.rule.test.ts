import { expect, it } from 'vitest'
import { decideOutcome } from './webhook-outcome.rule.ts'
import { WEBHOOK_ATTEMPTS } from './webhook-schedule.rule.ts'

const endedAt = new Date('2026-03-10T12:00:00.000Z')
const decide = (attempts: number, status: number | undefined, error: string | undefined) =>
  decideOutcome({ attempts, endedAt, status, error }, 0.5)

it.each([1, 5, WEBHOOK_ATTEMPTS, WEBHOOK_ATTEMPTS + 1])(
  'attempt %i that returns 2xx completes the delivery',
  (attempts) => {
    expect(decide(attempts, 204, undefined)).toEqual({ state: 'delivered', at: endedAt, status: 204 })
  },
)

it.each([
  [1, 500, '2026-03-10T12:00:05.000Z'],
  [2, undefined, '2026-03-10T12:05:00.000Z'],
  [WEBHOOK_ATTEMPTS - 1, 302, '2026-03-11T12:00:00.000Z'],
])('attempt %i that fails with %s is retried at %s', (attempts, status, at) => {
  const outcome = { state: 'pending', next_attempt_at: new Date(at), status, error: 'why' }
  expect(decide(attempts, status, 'why')).toEqual(outcome)
})

it.each([WEBHOOK_ATTEMPTS, WEBHOOK_ATTEMPTS + 1])('attempt %i is the last one', (attempts) => {
  const outcome = { state: 'failed', because: 'given_up', status: 503, error: 'why' }
  expect(decide(attempts, 503, 'why')).toEqual(outcome)
})

it('status 410 ends the delivery at the first attempt', () => {
  expect(decide(1, 410, 'why')).toEqual({ state: 'failed', because: 'gone', status: 410, error: 'why' })
})
