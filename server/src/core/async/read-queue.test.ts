import { describe, expect, it } from 'vitest'
import { limits } from '../config/limits.ts'
import { runInQueue } from './read-queue.ts'

const newDatabase = () => ({})
/** The signal of a client that stays connected. */
const connected = () => new AbortController().signal

/** A promise that stays pending until the test resolves it. */
function createPendingWork() {
  let end = () => {}
  const pending = new Promise<void>((resolve) => (end = resolve))
  return { work: () => pending, end: () => end() }
}

it('runs reads of the same queue in order, even after a failure', async () => {
  const database = newDatabase()
  const log: string[] = []
  const step = (name: string, fails = false) =>
    runInQueue(database, { queue: 'preview', disconnected: connected() }, (turn) =>
      turn(async () => {
        log.push(`${name} begins`)
        await Promise.resolve()
        log.push(`${name} ends`)
        if (fails) throw new Error(name)
        return name
      }),
    )
  const all = [step('a'), step('b', true), step('c')]
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
})

it("doesn't block other queues or other databases", async () => {
  const database = newDatabase()
  const { work, end } = createPendingWork()
  const long = runInQueue(database, { queue: 'breakdown', disconnected: connected() }, (runStep) =>
    runStep(work),
  )
  const start = (of: object, queue: 'preview' | 'breakdown') =>
    runInQueue(of, { queue, disconnected: connected() }, (runStep) => runStep(async () => queue))
  expect(await start(database, 'preview')).toBe('preview')
  expect(await start(newDatabase(), 'breakdown')).toBe('breakdown')
  end()
  await long
})

describe('a queued read', () => {
  it('is rejected without starting if the queue is full', async () => {
    const database = newDatabase()
    const { work, end } = createPendingWork()
    const queue = () => ({ queue: 'breakdown', disconnected: connected() }) as const
    const waiting = Array.from({ length: limits.maxQueuedReads }, () =>
      runInQueue(database, queue(), (runStep) => runStep(work)),
    )
    let startedCount = 0
    const overLimit = runInQueue(database, queue(), async () => startedCount++)
    await expect(overLimit).rejects.toMatchObject({
      code: 'service_unavailable',
      headers: { 'retry-after': '5' },
    })
    expect(startedCount).toBe(0)
    end()
    await Promise.all(waiting)
    expect(await runInQueue(database, queue(), async () => 'in')).toBe('in')
  })

  it('leaves the queue without running if its client disconnects', async () => {
    const database = newDatabase()
    const { work, end } = createPendingWork()
    const long = runInQueue(database, { queue: 'preview', disconnected: connected() }, (runStep) =>
      runStep(work),
    )
    const leaving = Array.from({ length: limits.maxQueuedReads - 1 }, () => new AbortController())
    let begun = 0
    const rejections = leaving.map(({ signal }) =>
      runInQueue(database, { queue: 'preview', disconnected: signal }, (runStep) =>
        runStep(async () => begun++),
      ),
    )
    for (const client of leaving) client.abort(new Error('gone'))
    for (const one of await Promise.allSettled(rejections)) expect(one.status).toBe('rejected')
    const next = runInQueue(database, { queue: 'preview', disconnected: connected() }, (runStep) =>
      runStep(async () => 'next'),
    )
    end()
    await long
    expect(await next).toBe('next')
    expect(begun).toBe(0)
  })

  it('does not run a second step if its client disconnects after the first', async () => {
    const leaving = new AbortController()
    const turns: number[] = []
    const walk = runInQueue(
      newDatabase(),
      { queue: 'preview', disconnected: leaving.signal },
      async (runStep) => {
        await runStep(async () => turns.push(1))
        leaving.abort(new Error('gone'))
        await runStep(async () => turns.push(2))
      },
    )
    await expect(walk).rejects.toThrow('gone')
    expect(turns).toEqual([1])
  })
})
