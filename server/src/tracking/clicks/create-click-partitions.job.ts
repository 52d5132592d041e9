import type { Deps } from '../../core/deps.ts'
import type { Job } from '../../core/jobs/jobs.ts'
import { listSandboxTimes } from '../../workspace/programs/program-clock.flow.ts'
import { monthsBetween } from './click-months.rule.ts'
import { createSandboxPartitions } from './click-partitions.flow.ts'
import { createClickPartition } from './click-partitions.sql.ts'
import { clickLimits } from './limits.ts'

export const CREATE_CLICK_PARTITIONS: Job = {
  name: 'create_click_partitions',
  everyMs: clickLimits.clickPartitionsEveryMs,
  run: (deps) => createClickPartitions(deps),
}

/**
 * Creates the partitions of `click_events` from `from` (now by default) to a few months ahead, and for each sandbox
 * clock's current month and the month after it. Idempotent. Runs at startup and daily.
 */
export async function createClickPartitions(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  from: Date = clock.now(),
): Promise<void> {
  for (const month of monthsBetween(from, clock.now(), clickLimits.clickPartitionMonthsAhead)) {
    await createClickPartition(database, month)
  }
  for (const now of await listSandboxTimes({ database, clock }))
    await createSandboxPartitions({ database }, now)
}
