import { expect, it } from 'vitest'
import { limits } from '../config/limits.ts'
import { createOneByOne } from './keyed-queue.ts'

/** Work that the test ends. */
function heldWork() {
  let end = () => {}
  const held = new Promise<void>((resolve) => (end = resolve))
  return { work: () => held, end: () => end() }
}

it('work of one key goes one after another, also after one that failed; another key waits for none of it', async () => {
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

it('a line that is full refuses a call, and nothing is done for it', async () => {
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
