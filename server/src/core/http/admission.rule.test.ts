import { expect, it } from 'vitest'
import { retryAfterSeconds } from './admission.rule.ts'

const IDLE = { expectedMs: 0, firstMs: 0, loopLagMs: 0, inProgress: 1 }

it.each([
  ['an idle service', {}, [undefined, undefined]],
  ['a short wait for a connection', { expectedMs: 500 }, [undefined, undefined]],
  ['a wait too long for reads but not for events', { expectedMs: 700 }, [undefined, 3]],
  ['a wait too long for all requests', { expectedMs: 1_800 }, [4, 5]],
  ['a stalled queue', { firstMs: 2_100 }, [undefined, 3]],
  ['a queue stalled for a long time', { firstMs: 60_000 }, [5, 5]],
  ['a slow event loop with many requests', { loopLagMs: 400, inProgress: 50 }, [undefined, 3]],
  ['a very slow event loop with many requests', { loopLagMs: 700, inProgress: 50 }, [5, 5]],
  ['a slow event loop with few requests', { loopLagMs: 5_000, inProgress: 49 }, [undefined, undefined]],
  [
    'a moderate wait together with a moderate event loop delay',
    { expectedMs: 300, loopLagMs: 200, inProgress: 200 },
    [undefined, 3],
  ],
])('admits or rejects requests under %s', (_, load, expected) => {
  const { expectedMs, firstMs, ...rest } = { ...IDLE, ...load }
  const arrives = { connection: { expectedMs, firstMs }, ...rest }
  expect([retryAfterSeconds(arrives, 'event'), retryAfterSeconds(arrives, 'other')]).toEqual(expected)
})
