import { limits } from '../config.ts'
import type { Deps } from '../deps.ts'
import { purgeDeliveries, purgeMessages } from '../store/webhook-deliveries.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Deletes deliveries and messages that are older than they are kept, in batches. @returns how many rows went */
export async function purgeWebhooks({
  database: { kysely },
  clock,
}: Pick<Deps, 'database' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - limits.webhookKeptDays * DAY_MS)
  let purged = 0
  for (const purge of [purgeDeliveries, purgeMessages]) {
    for (;;) {
      const batch = await purge(kysely, before, limits.webhookPurgeRows)
      purged += batch
      if (batch < limits.webhookPurgeRows) break
    }
  }
  return purged
}
