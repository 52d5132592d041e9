import { limits } from '../../core/config/config.ts'
import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import type { Deps } from '../../core/deps.ts'
import type { Job } from '../../core/jobs/jobs.ts'
import { deleteEndedListener, listEndedListeners } from './webhook-listeners.sql.ts'

export const END_LISTENERS: Job = {
  name: 'end_listeners',
  everyMs: limits.listenersEndedEveryMs,
  run: endListeners,
}

/** Ends listeners that nobody has come for, so that nothing is written for them any more. */
export async function endListeners({
  database: { kysely },
  clock,
}: Pick<Deps, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  for (;;) {
    const ended = await listEndedListeners(kysely, now, limits.webhookProgramsEach)
    for (const listener of ended) {
      await kysely.transaction().execute(async (transaction) => {
        await allowLongStatements(transaction, limits.jobStatementTimeoutMs)
        await deleteEndedListener(transaction, listener, now)
      })
    }
    if (ended.length < limits.webhookProgramsEach) return
  }
}
