import { limits } from '../platform/config.ts'
import type { Deps } from '../platform/deps.ts'
import { monthsBetween } from './click-months.rule.ts'
import { createClickPartition } from './click-partitions.sql.ts'

/**
 * Makes the partitions of `click_events` for every month from `from` (default: now) to a few months ahead of
 * now, so that a click always finds its own. Harmless to repeat; runs at start and every day.
 */
export async function createClickPartitions(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  from: Date = clock.now(),
): Promise<void> {
  for (const month of monthsBetween(from, clock.now(), limits.clickPartitionMonthsAhead)) {
    await createClickPartition(database, month)
  }
}
