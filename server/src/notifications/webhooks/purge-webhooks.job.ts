import { eachProgramInRounds } from '../../core/database/each-program.ts'
import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import { listReachable } from '../../core/database/reachable-programs.ts'
import type { Deps } from '../../core/deps.ts'
import type { Job } from '../../core/jobs/jobs.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { statisticsLimits } from '../../statistics/limits.ts'
import { webhookLimits } from './limits.ts'
import { listProgramsToPurge, purgeDeliveries, purgeMessages } from './webhook-deliveries.sql.ts'
import { addMissingPrograms } from './webhooks.sql.ts'

export const PURGE_WEBHOOKS: Job = {
  name: 'purge_webhooks',
  everyMs: webhookLimits.webhookPurgeEveryMs,
  queueName: 'purge',
  run: purgeWebhooks,
}

/**
 * Deletes old deliveries and messages in batches, and repairs the list of programs with webhooks.
 * @returns the number of deleted rows
 */
export async function purgeWebhooks({
  database: { kysely },
  clock,
  config,
}: Pick<Deps, 'database' | 'clock' | 'config'>): Promise<number> {
  const before = new Date(clock.now().getTime() - config.webhookRetentionDays * DAY_MS)
  const purgeInTime = (purge: typeof purgeDeliveries, programId: number) =>
    kysely.transaction().execute(async (transaction) => {
      await allowLongStatements(transaction, statisticsLimits.jobStatementTimeoutMs)
      return purge(transaction, programId, before, webhookLimits.webhookPurgeRows)
    })
  const purged = await eachProgramInRounds(
    () => listReachable(kysely, () => listProgramsToPurge(kysely, before, webhookLimits.webhookProgramsEach)),
    async (programId) =>
      (await purgeInTime(purgeDeliveries, programId)) + (await purgeInTime(purgeMessages, programId)),
  )
  await addMissingPrograms(kysely)
  return purged
}
