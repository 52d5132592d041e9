import { LRUCache } from 'lru-cache'
import type { ClickId } from '../clicks/click-id.rule.ts'
import { readinessLimits } from './limits.ts'

/** The test links whose readiness is being polled in this process, for example by `affiliate verify-integration`. */
export interface WatchedTests {
  /**
   * Records that a test link is polled, and returns whether another of its program's test links is being polled at the
   * same time.
   */
  watch(click: ClickId): boolean
}

export function createWatchedTests(): WatchedTests {
  const polled = new LRUCache<string, ClickId>({
    max: readinessLimits.testsWatched,
    ttl: readinessLimits.testWatchedMs,
  })
  return {
    watch(click) {
      polled.set(click.uuid, click)
      return [...polled.values()].some(
        ({ programId, uuid }) => programId === click.programId && uuid !== click.uuid,
      )
    },
  }
}
