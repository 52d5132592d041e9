import { setImmediate } from 'node:timers/promises'
import { limits } from '../config/limits.ts'

/** Splits long work into slices, so that other requests can run in between. */
export async function runInSlices<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const until = performance.now() + limits.sliceMs
    do {
      const step = steps.next()
      if (step.done === true) return step.value
    } while (performance.now() < until)
    await setImmediate()
  }
}
