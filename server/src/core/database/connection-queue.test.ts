import { expect, test } from 'vitest'
import { ConnectionQueue } from './connection-queue.ts'

test('the wait is the sum of recent hold times of the connections ahead', () => {
  const queue = new ConnectionQueue(2)
  expect(queue.look(0).expectedMs).toBe(0)
  for (let n = 0; n < 10; n++) queue.noteHold(20)
  const ends = Array.from({ length: 30 }, () => queue.wait(0))
  expect(queue.look(0).expectedMs).toBeCloseTo(300)
  for (const end of ends.slice(0, 29)) end()
  expect(queue.look(0).expectedMs).toBeCloseTo(10)
  ends[29]?.()
  expect(queue.look(0).expectedMs).toBe(0)
})

test('where nothing moves, it shows by how long the first has waited', () => {
  const queue = new ConnectionQueue(10)
  queue.wait(1_000)
  queue.wait(5_000)
  expect(queue.look(5_500)).toEqual({ expectedMs: 0, firstMs: 4_500 })
})

test("a job that holds a connection for minutes doesn't increase the estimate for everyone", () => {
  const queue = new ConnectionQueue(1)
  for (let n = 0; n < 50; n++) queue.noteHold(10)
  queue.noteHold(10 * 60_000)
  queue.wait(0)
  expect(queue.look(0).expectedMs).toBeLessThan(200)
})
