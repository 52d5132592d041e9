import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import type { Deps } from '../../core/deps.ts'
import type { Job } from '../../core/jobs/jobs.ts'
import { statisticsLimits } from '../../statistics/limits.ts'
import { webhookLimits } from './limits.ts'
import { deleteEndedListener, listEndedListeners } from './webhook-listeners.sql.ts'

export const END_LISTENERS: Job = {
  name: 'end_listeners',
  everyMs: webhookLimits.listenersEndedEveryMs,
  run: endListeners,
}

/** Ends abandoned listeners, so that no events are stored for them. */
export async function endListeners({
  database: { kysely },
  clock,
}: Pick<Deps, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  for (;;) {
    const endedListeners = await listEndedListeners(kysely, now, webhookLimits.webhookProgramsEach)
    for (const listener of endedListeners) {
      await kysely.transaction().execute(async (transaction) => {
        await allowLongStatements(transaction, statisticsLimits.jobStatementTimeoutMs)
        await deleteEndedListener(transaction, listener, now)
      })
    }
    if (endedListeners.length < webhookLimits.webhookProgramsEach) return
  }
}
