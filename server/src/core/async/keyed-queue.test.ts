import { expect, it } from 'vitest'
import { limits } from '../config/limits.ts'
import { createOneByOne } from './keyed-queue.ts'

/** A promise that stays pending until the test resolves it. */
function heldWork() {
  let end = () => {}
  const pending = new Promise<void>((resolve) => (end = resolve))
  return { work: () => pending, end: () => end() }
}

it('runs work with the same key in order, even after a failure, without blocking other keys', async () => {
  const oneByOne = createOneByOne()
  const log: string[] = []
  const step = (key: string, name: string, fails = false) =>
    oneByOne(key, async () => {
      log.push(`${name} begins`)
      await new Promise((resolve) => setImmediate(resolve))
      log.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    })
  const { work, end } = heldWork()
  const held = oneByOne('held', work)
  const all = await Promise.allSettled([step('sale', 'a'), step('sale', 'b', true), step('sale', 'c')])
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  end()
  await held
})

it('rejects work for a full queue without starting it', async () => {
  const oneByOne = createOneByOne()
  const { work, end } = heldWork()
  const waiting = Array.from({ length: limits.maxQueuedRequests }, () => oneByOne('sale', work))
  let done = 0
  await expect(oneByOne('sale', async () => done++)).rejects.toMatchObject({
    code: 'service_unavailable',
    headers: { 'retry-after': '1' },
  })
  expect(done).toBe(0)
  end()
  await Promise.all(waiting)
  expect(await oneByOne('sale', async () => 'in')).toBe('in')
})
