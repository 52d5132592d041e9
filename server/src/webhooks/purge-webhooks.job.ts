import { limits } from '../platform/config.ts'
import type { Deps } from '../platform/deps.ts'
import { allowLongStatements } from '../platform/long-statements.sql.ts'
import { DAY_MS } from '../platform/time.ts'
import { listProgramsToPurge, purgeDeliveries, purgeMessages } from './webhook-deliveries.sql.ts'
import { listMissingPrograms } from './webhooks.sql.ts'

/**
 * Deletes deliveries and messages that are older than they are kept, in batches, and sees to it that every program with
 * webhooks is asked what it has to tell.
 * @returns how many rows went
 */
export async function purgeWebhooks({
  database: { kysely },
  clock,
}: Pick<Deps, 'database' | 'clock'>): Promise<number> {
  await listMissingPrograms(kysely)
  const before = new Date(clock.now().getTime() - limits.webhookKeptDays * DAY_MS)
  let purged = 0
  for (;;) {
    const earlier = purged
    for (const programId of await listProgramsToPurge(kysely, before, limits.webhookProgramsEach)) {
      for (const purge of [purgeDeliveries, purgeMessages]) {
        purged += await kysely.transaction().execute(async (transaction) => {
          await allowLongStatements(transaction, limits.jobStatementTimeoutMs)
          return purge(transaction, programId, before, limits.webhookPurgeRows)
        })
      }
    }
    // What another process holds locked, it deletes.
    if (purged === earlier) return purged
  }
}
