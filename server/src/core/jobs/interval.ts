import { setTimeout } from 'node:timers/promises'

/** Waits until the next multiple of this interval after a time of `performance.now()`. */
export async function waitForNext(stepMs: number, startedAt: number): Promise<void> {
  const elapsedMs = performance.now() - startedAt
  await setTimeout(stepMs - (elapsedMs % stepMs))
}
