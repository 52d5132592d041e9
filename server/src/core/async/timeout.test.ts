import { expect, it, onTestFinished } from 'vitest'
import { isTimeout, withTimeout } from './timeout.ts'

const MINUTE_MS = 60_000
const never = () => new Promise<never>(() => {})

it('hundreds that wait on one stop are ended by it, and nobody speaks of a leak', async () => {
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

it('what was stopped before is not waited for, and what takes too long is a timeout', async () => {
  const stopped = AbortSignal.abort(new Error('stopped before'))
  await expect(withTimeout(MINUTE_MS, never, stopped)).rejects.toThrow('stopped before')
  const late = await withTimeout(1, never).catch((error: unknown) => error)
  expect(isTimeout(late)).toBe(true)
  expect(await withTimeout(MINUTE_MS, async () => 'done')).toBe('done')
})
