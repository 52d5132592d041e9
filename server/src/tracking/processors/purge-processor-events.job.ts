import { eachProgram } from '../../core/database/each-program.ts'
import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import { listReachable } from '../../core/database/reachable-programs.ts'
import type { Deps } from '../../core/deps.ts'
import type { Job } from '../../core/jobs/jobs.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { statisticsLimits } from '../../statistics/limits.ts'
import { processorLimits } from './limits.ts'
import {
  listProgramsWithEvents,
  purgeEventsForReview,
  purgeProcessorEvents,
} from './purge-processor-events.sql.ts'

export const PURGE_PROCESSOR_EVENTS: Job = {
  name: 'purge_processor_events',
  everyMs: processorLimits.processorPurgeEveryMs,
  queueName: 'purge',
  run: purgeOldProcessorEvents,
}

/**
 * Deletes processor events past their retention, in batches. Events for review go first, because an event is kept while
 * it is under review.
 * @returns the number of deleted rows
 */
async function purgeOldProcessorEvents({
  database: { kysely },
  clock,
  config,
}: Pick<Deps, 'database' | 'clock' | 'config'>): Promise<number> {
  if (config.processorEventRetentionDays === undefined) return 0
  const before = new Date(clock.now().getTime() - config.processorEventRetentionDays * DAY_MS)
  const programs = await listReachable(kysely, () =>
    kysely.transaction().execute(async (transaction) => {
      await allowLongStatements(transaction, statisticsLimits.jobStatementTimeoutMs)
      return listProgramsWithEvents(transaction, before)
    }),
  )
  let purged = 0
  await eachProgram(programs, async (programId) => {
    for (const purge of [purgeEventsForReview, purgeProcessorEvents]) {
      let rows: number
      do {
        rows = await kysely.transaction().execute(async (transaction) => {
          await allowLongStatements(transaction, statisticsLimits.jobStatementTimeoutMs)
          return purge(transaction, programId, before, processorLimits.processorPurgeRows)
        })
        purged += rows
        // Rows locked by another process are deleted there.
      } while (rows === processorLimits.processorPurgeRows)
    }
  })
  return purged
}
