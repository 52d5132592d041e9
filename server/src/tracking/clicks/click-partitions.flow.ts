import { randomUUID } from 'node:crypto'
import type { Deps } from '../../core/deps.ts'
import { acquireLease, releaseLease } from '../../core/jobs/leases.sql.ts'
import { monthsBetween } from './click-months.rule.ts'
import { createClickPartition, hasPartitionForClicks } from './click-partitions.sql.ts'
import { clickLimits } from './limits.ts'

/** Creates the partitions for a sandbox clock's current month and the month after it. */
export async function createSandboxPartitions(
  { database }: Pick<Deps, 'database'>,
  instant: Date,
): Promise<void> {
  for (const month of monthsBetween(instant, instant, 1)) await createClickPartition(database, month)
}

/**
 * Creates partitions like `createSandboxPartitions`, on demand. Waiting for the table blocks all programs' clicks, so the
 * wait is short, only one sandbox waits at a time, and a failed attempt isn't retried immediately.
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
    if (await hasPartitionForClicks(kysely, month)) continue
    if (!(await acquireLease(kysely, lease))) return
    // After a failure, the lease is kept until it expires, which delays the next attempt.
    if (!(await createClickPartition({ kysely }, month, clickLimits.sandboxPartitionWaitMs))) return
    await releaseLease(kysely, lease)
  }
}
