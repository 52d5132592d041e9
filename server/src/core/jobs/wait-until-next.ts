import { setTimeout } from 'node:timers/promises'

/** Waits until so much time has passed since an instant of `performance.now()`, or a multiple of it. */
export async function untilTheNext(stepMs: number, startedAt: number): Promise<void> {
  const passed = performance.now() - startedAt
  await setTimeout(stepMs - (passed % stepMs))
}
