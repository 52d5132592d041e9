import { expect, test } from 'vitest'
import { ConnectionQueue } from './connection-queue.ts'

test('the wait is that of those in front, by how long each lately kept its connection', () => {
  const queue = new ConnectionQueue(2)
  expect(queue.expectedWaitMs(0)).toBe(0)
  for (let n = 0; n < 10; n++) queue.noteHold(20)
  const ends = Array.from({ length: 30 }, () => queue.wait(0))
  expect(queue.expectedWaitMs(0)).toBeCloseTo(300)
  for (const end of ends.slice(0, 29)) end()
  expect(queue.expectedWaitMs(0)).toBeCloseTo(10)
  ends[29]?.()
  expect(queue.expectedWaitMs(0)).toBe(0)
})

test('where nothing moves, it is how long the first has waited', () => {
  const queue = new ConnectionQueue(10)
  queue.wait(1_000)
  queue.wait(5_000)
  expect(queue.expectedWaitMs(5_500)).toBe(4_500)
})

test('a job that keeps a connection for minutes does not make everyone else wait for minutes', () => {
  const queue = new ConnectionQueue(1)
  for (let n = 0; n < 50; n++) queue.noteHold(10)
  queue.noteHold(10 * 60_000)
  queue.wait(0)
  expect(queue.expectedWaitMs(0)).toBeLessThan(200)
})
