import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../../core/deps.ts'
import { retentionLimits } from './limits.ts'
import { openArchivePlace } from './open-archive-place.flow.ts'
import { RetentionError } from './retention.ts'
import { runRetention } from './run-retention.flow.ts'

/** Does not keep a process that is about to end. */
const rest = (ms: number) => pause(ms, undefined, { ref: false })

/**
 * Archives and drops the clicks that are older than they are kept. Of several processes one is at it: where that one was
 * killed, this one goes on when its lease has run out.
 */
export async function archiveClicks(
  deps: Deps,
  environment: NodeJS.ProcessEnv,
  wait: (ms: number) => Promise<unknown> = rest,
): Promise<void> {
  const work = {
    deps,
    openPlace: (mayWrite: () => Promise<void>) => openArchivePlace(deps.config, environment, mayWrite),
  }
  let run = await runRetention(work)
  if (run === undefined) {
    await wait(retentionLimits.retentionLeaseMs)
    run = await runRetention(work)
  }
  if (run !== undefined && run.faults.length > 0) throw new RetentionError(run.faults.join(' '))
}
