import { limits } from '../../core/config/limits.ts'
import { eachProgramInRounds } from '../../core/database/each-program.ts'
import { listReachable } from '../../core/database/reachable-programs.ts'
import type { Deps } from '../../core/deps.ts'
import type { Job } from '../../core/jobs/jobs.ts'
import { HOUR_MS } from '../../core/time/time.ts'
import { listProgramsWithOldEvents, purgeEvents } from './click-events.sql.ts'
import { clickLimits } from './limits.ts'

export const PURGE_CLICK_EVENTS: Job = {
  name: 'purge_click_events',
  everyMs: clickLimits.clickEventPurgeEveryMs,
  queueName: 'purge',
  run: purgeClickEvents,
}

/**
 * Deletes clicks' expired `event_id` values. A sandbox's clock can only be ahead, so its rows are kept longer.
 * @returns the number of deleted rows
 */
async function purgeClickEvents({
  database: { kysely },
  clock,
}: Pick<Deps, 'database' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - clickLimits.clickEventHours * HOUR_MS)
  return eachProgramInRounds(
    () =>
      listReachable(kysely, () => listProgramsWithOldEvents(kysely, before, limits.responsePurgePrograms)),
    (programId) => purgeEvents(kysely, programId, { before, rows: clickLimits.clickEventPurgeRows }),
  )
}
