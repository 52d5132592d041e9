import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

test('an app that is closed is let go: only the process goes on being watched', async () => {
  setFlagsFromString('--expose-gc')
  // safe because the flag puts it into every new context
  const collectGarbage = runInNewContext('gc') as () => void
  const ofApp = watchedByOneApp()
  await setImmediate()
  collectGarbage()
  expect(ofApp.deref()).toBeUndefined()
})

function watchedByOneApp(): WeakRef<object> {
  const app = { waiting: 0 }
  createMetrics().watch('waiting', 'What waits.', () => app.waiting)
  return new WeakRef(app)
}

test('the process is told of once, whichever app is asked', async () => {
  for (const text of await Promise.all([createMetrics().text(), createMetrics().text()])) {
    expect(text.match(/^# TYPE nodejs_heap_size_total_bytes /gm)).toHaveLength(1)
  }
})
