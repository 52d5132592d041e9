import { setTimeout as pause } from 'node:timers/promises'
import { limits } from '../config/limits.ts'
import { clusterFault } from './cluster-fault.ts'

/**
 * Runs a statement or transaction, and retries it while its rows move to another node. Each failed attempt was rolled
 * back.
 */
export async function retryIfMoved<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + limits.movedRetryMs
  for (let pauseMs = limits.movedPauseMs; ; pauseMs *= 2) {
    try {
      return await attempt()
    } catch (error) {
      if (clusterFault(error) !== 'moved' || performance.now() + pauseMs > until) throw error
      await pause(pauseMs)
    }
  }
}
