import { expect, it, onTestFinished } from 'vitest'
import { isTimeout, withTimeout } from './timeout.ts'

const MINUTE_MS = 60_000
const never = () => new Promise<never>(() => {})

it('one signal ends hundreds of waits without a leak warning', async () => {
  const warnings: Error[] = []
  const hear = (warning: Error) => warnings.push(warning)
  process.on('warning', hear)
  onTestFinished(() => void process.off('warning', hear))
  const stop = new AbortController()
  const waits = Array.from({ length: 300 }, () => withTimeout(MINUTE_MS, never, stop.signal))
  stop.abort(new Error('the service stops'))
  const ended = await Promise.allSettled(waits)
  expect(ended.map((one) => one.status === 'rejected' && one.reason.message)).toEqual(
    waits.map(() => 'the service stops'),
  )
  expect(warnings).toEqual([])
})

it('an aborted signal ends the wait immediately, and slow work times out', async () => {
  const stopped = AbortSignal.abort(new Error('stopped before'))
  await expect(withTimeout(MINUTE_MS, never, stopped)).rejects.toThrow('stopped before')
  const late = await withTimeout(1, never).catch((error: unknown) => error)
  expect(isTimeout(late)).toBe(true)
  expect(await withTimeout(MINUTE_MS, async () => 'done')).toBe('done')
})
