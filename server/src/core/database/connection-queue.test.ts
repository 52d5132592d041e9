import { expect, test } from 'vitest'
import { ConnectionQueue } from './connection-queue.ts'

test('estimates the wait from the queue length and recent hold times', () => {
  const queue = new ConnectionQueue(2)
  expect(queue.estimate(0).expectedMs).toBe(0)
  for (let n = 0; n < 10; n++) queue.recordHoldTime(20)
  const ends = Array.from({ length: 30 }, () => queue.wait(0))
  expect(queue.estimate(0).expectedMs).toBeCloseTo(300)
  for (const end of ends.slice(0, 29)) end()
  expect(queue.estimate(0).expectedMs).toBeCloseTo(10)
  ends[29]?.()
  expect(queue.estimate(0).expectedMs).toBe(0)
})

test('reports how long the oldest request has waited if the queue is stuck', () => {
  const queue = new ConnectionQueue(10)
  queue.wait(1_000)
  queue.wait(5_000)
  expect(queue.estimate(5_500)).toEqual({ expectedMs: 0, firstMs: 4_500 })
})

test("one connection held for minutes doesn't dominate the estimate", () => {
  const queue = new ConnectionQueue(1)
  for (let n = 0; n < 50; n++) queue.recordHoldTime(10)
  queue.recordHoldTime(10 * 60_000)
  queue.wait(0)
  expect(queue.estimate(0).expectedMs).toBeLessThan(200)
})
