import { expect, it } from 'vitest'
import { limits } from '../config/limits.ts'
import { createKeyedQueue } from './keyed-queue.ts'

/** A promise that stays pending until the test resolves it. */
function createPendingWork() {
  let end = () => {}
  const pending = new Promise<void>((resolve) => (end = resolve))
  return { work: () => pending, end: () => end() }
}

it('runs work with the same key in order, even after a failure, without blocking other keys', async () => {
  const keyedQueue = createKeyedQueue()
  const log: string[] = []
  const step = (key: string, name: string, fails = false) =>
    keyedQueue(key, async () => {
      log.push(`${name} begins`)
      await new Promise((resolve) => setImmediate(resolve))
      log.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    })
  const { work, end } = createPendingWork()
  const held = keyedQueue('held', work)
  const all = await Promise.allSettled([step('sale', 'a'), step('sale', 'b', true), step('sale', 'c')])
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  end()
  await held
})

it('rejects work for a full queue without starting it', async () => {
  const keyedQueue = createKeyedQueue()
  const { work, end } = createPendingWork()
  const waiting = Array.from({ length: limits.maxQueuedRequests }, () => keyedQueue('sale', work))
  let done = 0
  await expect(keyedQueue('sale', async () => done++)).rejects.toMatchObject({
    code: 'service_unavailable',
    headers: { 'retry-after': '1' },
  })
  expect(done).toBe(0)
  end()
  await Promise.all(waiting)
  expect(await keyedQueue('sale', async () => 'in')).toBe('in')
})
