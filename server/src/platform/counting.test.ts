import { RateLimiterRes } from 'rate-limiter-flexible'
import { describe, expect, test } from 'vitest'
import { type Counter, countThrough, createCounts } from './counting.ts'
import { ApiError } from './errors.http.ts'
import type { Count } from './process-messages.ts'

const WINDOW = { name: 'key', points: 3, seconds: 60 }

/** What the first process answers, and how many messages it took. */
function newPrimary() {
  const count = createCounts()
  const primary = {
    messages: 0,
    count: (counts: Count[]) => {
      primary.messages++
      // As it comes over the wire.
      return count(JSON.parse(JSON.stringify(counts)))
    },
  }
  return primary
}

const silent = {
  count: () => Promise.reject(new ApiError('service_unavailable', 'A part of this service does not answer.')),
}

async function consumed(counter: Counter, key: string, times: number): Promise<('let in' | 'refused')[]> {
  const tries = Array.from({ length: times }, () => counter.consume(key))
  const results = await Promise.allSettled(tries)
  return results.map((result) => {
    if (result.status === 'fulfilled') return 'let in'
    if (result.reason instanceof RateLimiterRes) return 'refused'
    throw result.reason
  })
}

describe('limits that several workers share', () => {
  test('two workers at once: together exactly what one would allow, each call told what is left', async () => {
    const primary = newPrimary()
    const [one, two] = [countThrough(primary)(WINDOW, false), countThrough(primary)(WINDOW, false)]
    const answers = await Promise.all([consumed(one, 'k', 10), consumed(two, 'k', 10)])
    expect(answers.flat().filter((answer) => answer === 'let in')).toHaveLength(3)
    expect(await one.consume('other')).toMatchObject({ remainingPoints: 2, consumedPoints: 1 })
    await expect(two.consume('k')).rejects.toMatchObject({
      remainingPoints: 0,
      msBeforeNext: expect.any(Number),
    })
  })

  test('what is taken back is free for another worker', async () => {
    const primary = newPrimary()
    const [one, two] = [countThrough(primary)(WINDOW, true), countThrough(primary)(WINDOW, true)]
    expect(await consumed(one, 'k', 3)).toEqual(['let in', 'let in', 'let in'])
    await one.reward('k')
    expect(await consumed(two, 'k', 2)).toEqual(['let in', 'refused'])
  })

  test('the calls of one turn are one message, of whatever limits', async () => {
    const primary = newPrimary()
    const counting = countThrough(primary)
    const [keys, addresses] = [counting(WINDOW, false), counting({ ...WINDOW, name: 'ip' }, false)]
    await Promise.all([consumed(keys, 'k', 4), consumed(addresses, 'k', 4)])
    expect(primary.messages).toBe(1)
    await keys.consume('k').catch(() => {})
    expect(primary.messages).toBe(2)
  })

  test('while the first process does not answer, a worker counts by itself, but refuses a try at a secret', async () => {
    const counting = countThrough(silent)
    expect(await consumed(counting(WINDOW, false), 'k', 4)).toEqual(['let in', 'let in', 'let in', 'refused'])
    const secrets = counting({ ...WINDOW, name: 'failed-authentications' }, true)
    await expect(secrets.consume('k')).rejects.toMatchObject({ code: 'service_unavailable', status: 503 })
    await secrets.reward('k')
  })
})
