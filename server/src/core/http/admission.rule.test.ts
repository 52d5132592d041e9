import { expect, it } from 'vitest'
import { retryAfterSeconds } from './admission.rule.ts'

const IDLE = { expectedMs: 0, firstMs: 0, loopLagMs: 0, inProgress: 1 }

it.each([
  ['an idle service', {}, [undefined, undefined]],
  ['a short wait for a connection', { expectedMs: 500 }, [undefined, undefined]],
  ['a wait that is too long for a read: tracking is preferred', { expectedMs: 700 }, [undefined, 3]],
  ['a wait that is too long for all', { expectedMs: 1_800 }, [4, 5]],
  ["a queue that doesn't move", { firstMs: 2_100 }, [undefined, 3]],
  ['a queue that has not moved for long', { firstMs: 60_000 }, [5, 5]],
  ['a slow event loop with many requests', { loopLagMs: 400, inProgress: 50 }, [undefined, 3]],
  ['a very slow event loop with many requests', { loopLagMs: 700, inProgress: 50 }, [5, 5]],
  ['a slow event loop for another reason', { loopLagMs: 5_000, inProgress: 49 }, [undefined, undefined]],
  ['a little of both', { expectedMs: 300, loopLagMs: 200, inProgress: 200 }, [undefined, 3]],
])('%s', (_, load, expected) => {
  const { expectedMs, firstMs, ...rest } = { ...IDLE, ...load }
  const arrives = { connection: { expectedMs, firstMs }, ...rest }
  expect([retryAfterSeconds(arrives, 'event'), retryAfterSeconds(arrives, 'other')]).toEqual(expected)
})
