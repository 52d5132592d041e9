import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/cache-size.ts'
import { createCommitGroups } from '../../core/database/commit-groups.ts'
import { DatabaseUnavailableError, isDatabaseUnavailable } from '../../core/database/database-unavailable.ts'
import { createGroupCommit } from '../../core/database/group-commit.ts'
import type { Deps } from '../../core/deps.ts'
import type { Metrics } from '../../core/observability/metrics.ts'
import { createLinkFinder, type LinkFinder } from './find-links.flow.ts'
import { clickLimits } from './limits.ts'
import {
  type ClickOutcome,
  type ClickRequest,
  clickCodesKey,
  createClickRecorder,
} from './record-click.flow.ts'

export type SettledClick = Exclude<ClickOutcome, { kind: 'busy' | 'apart' }>

export interface ClickGroup {
  /** Finds links in the cache that recording clicks uses. */
  links: Pick<LinkFinder, 'find'>
  /** @throws {QueueFullError} @throws {CommitTimeoutError} */
  record(click: ClickRequest): Promise<SettledClick>
}

/**
 * Groups clicks from all programs into one commit. While a program's worker is unavailable, its clicks are recorded
 * separately until one of its own commits succeeds. While a program's days are being recalculated, its clicks are
 * retried, so other programs' clicks can continue.
 */
export function createClickGroup(deps: Deps & { metrics: Metrics }): ClickGroup {
  const links = createLinkFinder(deps.database.run)
  const commit = createClickRecorder(deps, links)
  const { clickBatchRows: maxBatch, clickQueueRows: maxQueued, clickWaitMs: maxWaitMs } = clickLimits
  const sharedGroup = createGroupCommit<ClickRequest, ClickOutcome>({
    maxBatch,
    maxQueued,
    maxWaitMs,
    commit,
  })
  const unavailableCodes = new LRUCache<string, true>(atMost(clickLimits.clickLinksKept))
  const separateGroups = createCommitGroups<string, ClickRequest, ClickOutcome>({
    maxBatch,
    maxQueued,
    maxWaitMs,
    async commit(codes, clicks) {
      try {
        const outcomes = await commit(clicks)
        unavailableCodes.delete(codes)
        return outcomes
      } catch (error) {
        if (isDatabaseUnavailable(error)) unavailableCodes.set(codes, true)
        throw error
      }
    },
  })
  deps.metrics.watch(
    'click_queue_depth',
    'Clicks waiting for the next shared commit.',
    () => sharedGroup.queued + separateGroups.queued,
  )
  const isUnavailable = (click: ClickRequest) =>
    unavailableCodes.size > 0 && unavailableCodes.get(clickCodesKey(click)) !== undefined
  return {
    links,
    async record(click) {
      const deadline = performance.now() + clickLimits.clickWaitMs
      // Uses exponential backoff, because waiting clicks accumulate and each attempt occupies a slot in a batch.
      for (let waitMs = clickLimits.clickAgainMs; ; waitMs *= 2) {
        let outcome = isUnavailable(click) ? undefined : await sharedGroup.add(click)
        if (outcome === undefined || outcome.kind === 'apart')
          outcome = await separateGroups.add(clickCodesKey(click), click)
        if (outcome.kind === 'apart') throw outcome.error
        if (outcome.kind !== 'busy') return outcome
        const remainingMs = deadline - performance.now()
        if (remainingMs <= 0) throw new DatabaseUnavailableError(new Error('days are being recalculated'))
        await pause(Math.min(waitMs, remainingMs))
      }
    },
  }
}
