import { randomUUID } from 'node:crypto'
import type { Deps } from '../../core/deps.ts'
import { releaseLease, takeLease } from '../../core/jobs/leases.sql.ts'
import { monthsBetween } from './click-months.rule.ts'
import { createClickPartition, hasPlaceForClicks } from './click-partitions.sql.ts'
import { clickLimits } from './limits.ts'

/** The partitions of the month of an instant to which a sandbox goes, and of the one after it, which it comes to by itself. */
export async function createPartitionsOf({ database }: Pick<Deps, 'database'>, instant: Date): Promise<void> {
  for (const month of monthsBetween(instant, instant, 1)) await createClickPartition(database, month)
}

/**
 * As `createPartitionsOf`, for whoever asks for it as often as he likes: while the table is waited for, the clicks of all
 * programs wait too. So that is not for long, by one sandbox at a time, and after a wait in vain not again for a while.
 */
export async function createPartitionsNow(
  { database: { kysely } }: Pick<Deps, 'database'>,
  instant: Date,
): Promise<void> {
  const lease = {
    name: 'click_partitions_of_sandboxes',
    holder: randomUUID(),
    leaseMs: clickLimits.sandboxPartitionPauseMs,
  }
  for (const month of monthsBetween(instant, instant, 1)) {
    if (await hasPlaceForClicks(kysely, month)) continue
    if (!(await takeLease(kysely, lease))) return
    // What was in vain leaves the lease to run out.
    if (!(await createClickPartition({ kysely }, month, clickLimits.sandboxPartitionWaitMs))) return
    await releaseLease(kysely, lease)
  }
}
