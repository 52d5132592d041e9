import { LRUCache } from 'lru-cache'
import type { ClickId } from '../clicks/click-id.rule.ts'
import { readinessLimits } from './limits.ts'

/** The test links whose readiness is being polled, such as by `affiliate verify-integration`. In this process only. */
export interface WatchedTests {
  /** Notes the poll of a test link, and returns whether another one of its program is polled at the same time. */
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
