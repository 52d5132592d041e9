import { expect, test } from 'vitest'
import { GatheredMetrics } from './gathered-metrics.ts'
import { createMetrics } from './metrics.ts'

/** A worker whose numbers travel as text. */
function newWorker(number: number) {
  const own = createMetrics({ worker: String(number), others: async () => [] })
  return {
    own,
    click: () => own.countTrackCall({ event: 'click', outcome: 'recorded', reason: '' }),
    metrics: async () => JSON.parse(JSON.stringify(await own.snapshot())),
  }
}

type Worker = ReturnType<typeof newWorker>

test('what a worker had counted when it was last heard stays in the sum of all after its end; its memory does not', async () => {
  const gathered = new GatheredMetrics()
  const asking = newWorker(1)
  /** As `/metrics` of the first worker tells it. */
  const read = async (serving: Worker[]) => {
    const others = await gathered.others(serving, asking)
    const whole = createMetrics({ worker: '9', others: async () => [...others, await asking.metrics()] })
    const text = await whole.text()
    return {
      clicks: Number(/^track_calls_total\{event="click".*\} (\d+)$/m.exec(text)?.[1]),
      hasMemoryOf: (worker: number) => text.includes(`process_resident_memory_bytes{worker="${worker}"}`),
    }
  }
  asking.click()
  for (let number = 2; number <= 4; number++) {
    const worker = newWorker(number)
    worker.click()
    worker.click()
    const before = await read([asking, worker])
    expect(before.clicks).toBe(1 + 2 * (number - 1))
    expect(before.hasMemoryOf(number)).toBe(true)
    // Nobody hears of this one.
    worker.click()
    gathered.end(worker)
    const after = await read([asking])
    expect(after.clicks).toBe(before.clicks)
    expect(after.hasMemoryOf(number)).toBe(false)
  }
  const hanging = newWorker(5)
  hanging.click()
  await read([asking, hanging])
  const silent = { ...hanging, metrics: () => Promise.reject(new Error('no answer')) }
  gathered.note(silent, await hanging.metrics())
  gathered.end(hanging)
  expect((await read([asking, silent])).clicks).toBe(9)
})
