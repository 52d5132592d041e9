import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

test('a closed app can be garbage-collected, although process metrics continue', async () => {
  setFlagsFromString('--expose-gc')
  // safe because the flag exposes gc in every new context
  const collectGarbage = runInNewContext('gc') as () => void
  const appMetrics = watchedByOneApp()
  await setImmediate()
  collectGarbage()
  expect(appMetrics.deref()).toBeUndefined()
})

function watchedByOneApp(): WeakRef<object> {
  const app = { waiting: 0 }
  createMetrics().watch('waiting', 'Waiting requests.', () => app.waiting)
  return new WeakRef(app)
}

test('each app exports the process metrics exactly once', async () => {
  for (const text of await Promise.all([createMetrics().text(), createMetrics().text()])) {
    expect(text.match(/^# TYPE nodejs_heap_size_total_bytes /gm)).toHaveLength(1)
  }
})
