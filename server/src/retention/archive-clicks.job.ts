import type { Deps } from '../platform/deps.ts'
import { openArchivePlace } from './open-archive-place.flow.ts'
import { RetentionError } from './retention.ts'
import { runRetention } from './run-retention.flow.ts'

/** Archives and drops the clicks that are older than they are kept. Of several processes one is at it. */
export async function archiveClicks(deps: Deps, environment: NodeJS.ProcessEnv): Promise<void> {
  const run = await runRetention({ deps, openPlace: () => openArchivePlace(deps.config, environment) })
  if (run !== undefined && run.faults.length > 0) throw new RetentionError(run.faults.join(' '))
}
