import { expect, it, onTestFinished } from 'vitest'
import { isTimeout, withTimeout } from './timeout.ts'

const MINUTE_MS = 60_000
const never = () => new Promise<never>(() => {})

it('one signal can abort hundreds of waits without a listener leak warning', async () => {
  const warnings: Error[] = []
  const collect = (warning: Error) => warnings.push(warning)
  process.on('warning', collect)
  onTestFinished(() => void process.off('warning', collect))
  const stop = new AbortController()
  const waits = Array.from({ length: 300 }, () => withTimeout(MINUTE_MS, never, stop.signal))
  stop.abort(new Error('the service is stopping'))
  const outcomes = await Promise.allSettled(waits)
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.message)).toEqual(
    waits.map(() => 'the service is stopping'),
  )
  expect(warnings).toEqual([])
})

it('rejects at once if already aborted, and with a timeout error if the work is too slow', async () => {
  const abortedSignal = AbortSignal.abort(new Error('already stopped'))
  await expect(withTimeout(MINUTE_MS, never, abortedSignal)).rejects.toThrow('already stopped')
  const timedOut = await withTimeout(1, never).catch((error: unknown) => error)
  expect(isTimeout(timedOut)).toBe(true)
  expect(await withTimeout(MINUTE_MS, async () => 'done')).toBe('done')
})
