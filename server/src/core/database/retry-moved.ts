import { setTimeout as pause } from 'node:timers/promises'
import { limits } from '../config/limits.ts'
import { clusterFault } from './cluster-fault.ts'

/**
 * Runs one statement or one transaction, and runs it again while the rows it needs are moved to another node: each attempt
 * that failed so was rolled back.
 */
export async function retryMoved<Result>(attempt: () => Promise<Result>): Promise<Result> {
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
