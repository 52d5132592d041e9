import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Deps } from '../deps.ts'
import { type Job, JobRunner } from './jobs.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function startRunner(jobs: Job[]) {
  const log: string[] = []
  // safe because these jobs use no dependencies
  const runner = new JobRunner({} as Deps, {
    done: (name) => log.push(`done ${name}`),
    failed: (name, error) => log.push(`failed ${name}: ${String(error)}`),
  })
  runner.start(jobs)
  return { runner, log }
}

/** A job whose runs stay pending until the test resolves them. */
function newJob(options: Partial<Job> = {}) {
  const runs: ((outcome?: 'again' | Error) => void)[] = []
  const job: Job = {
    name: 'a_job',
    everyMs: 1_000,
    run: () =>
      new Promise((resolve, reject) => {
        runs.push((outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)))
      }),
    ...options,
  }
  return { job, runs }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('a job', () => {
  test('runs at startup and after each pause, never concurrently with itself', async () => {
    const { job, runs } = newJob()
    startRunner([job])
    await pass(10_000)
    expect(runs).toHaveLength(1)
    runs[0]?.()
    await pass(999)
    expect(runs).toHaveLength(1)
    await pass(1)
    expect(runs).toHaveLength(2)
  })

  test('reports a failed run and runs again after its pause', async () => {
    const { job, runs } = newJob()
    const { log } = startRunner([job])
    await pass(0)
    runs[0]?.(new Error('broken'))
    await pass(1_000)
    runs[1]?.()
    await pass(0)
    expect(log).toEqual(['done a_job', 'failed a_job: Error: broken', 'done a_job'])
  })

  test('runs again without a pause if there is more to do', async () => {
    const { job, runs } = newJob()
    startRunner([job])
    await pass(0)
    runs[0]?.('again')
    await pass(0)
    expect(runs).toHaveLength(2)
  })

  test('can be woken during its pause or a run; several calls cause a single run', async () => {
    const { job, runs } = newJob({ wakeMs: 50 })
    const { runner } = startRunner([job])
    await pass(0)
    runs[0]?.()
    await pass(10)
    for (let n = 0; n < 3; n++) runner.wake('a_job')
    await pass(49)
    expect(runs).toHaveLength(1)
    await pass(1)
    expect(runs).toHaveLength(2)
    runner.wake('a_job')
    runs[1]?.()
    await pass(50)
    expect(runs).toHaveLength(3)
    runs[2]?.()
    await pass(999)
    expect(runs).toHaveLength(3)
    runner.wake('unknown_job')
  })

  test('waits for earlier jobs in its lane', async () => {
    const [first, second] = [newJob({ queueName: 'purge' }), newJob({ name: 'another', queueName: 'purge' })]
    startRunner([first.job, second.job])
    await pass(5_000)
    expect([first.runs.length, second.runs.length]).toEqual([1, 0])
    first.runs[0]?.()
    await pass(0)
    expect([first.runs.length, second.runs.length]).toEqual([1, 1])
  })
})

test('`stop` prevents further runs and calls the jobs’ stop hooks', async () => {
  const stop = vi.fn(async () => {})
  const { job, runs } = newJob({ stop })
  const resting = newJob({ name: 'resting' })
  const { runner } = startRunner([job, resting.job])
  await pass(100)
  resting.runs[0]?.()
  await pass(10)
  await runner.stop()
  runs[0]?.('again')
  await pass(10_000)
  expect([runs.length, resting.runs.length, stop.mock.calls.length]).toEqual([1, 1, 1])
})
