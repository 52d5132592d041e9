import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../../core/deps.ts'
import { retentionLimits } from './limits.ts'
import { openArchiveLocation } from './open-archive-location.flow.ts'
import { RetentionError } from './retention.ts'
import { runRetention } from './run-retention.flow.ts'

/** Waits without keeping an ending process alive. */
const pauseFor = (ms: number) => pause(ms, undefined, { ref: false })

/**
 * Archives and deletes clicks older than their retention. Only one process at a time does so. If it is killed, another
 * one takes over after its lease expires.
 */
export async function archiveClicks(
  deps: Deps,
  environment: NodeJS.ProcessEnv,
  wait: (ms: number) => Promise<unknown> = pauseFor,
): Promise<void> {
  const work = {
    deps,
    openLocation: (mayWrite: () => Promise<void>) => openArchiveLocation(deps.config, environment, mayWrite),
  }
  let run = await runRetention(work)
  if (run === undefined) {
    await wait(retentionLimits.retentionLeaseMs)
    run = await runRetention(work)
  }
  if (run !== undefined && run.faults.length > 0) throw new RetentionError(run.faults.join(' '))
}
