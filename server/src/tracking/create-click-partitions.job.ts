import { limits } from '../platform/config.ts'
import type { Deps } from '../platform/deps.ts'
import { programInstant } from '../programs/program-clock.rule.ts'
import { listClocks } from '../programs/program-clock.sql.ts'
import { monthsBetween } from './click-months.rule.ts'
import { createPartitionsOf } from './click-partitions.flow.ts'
import { createClickPartition } from './click-partitions.sql.ts'

/**
 * Makes the partitions of `click_events` for every month from `from` (default: now) to a few months ahead of
 * now, and for the month of every sandbox's clock and the one after it, so that a click always finds its own. Harmless to
 * repeat; runs at start and every day.
 */
export async function createClickPartitions(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  from: Date = clock.now(),
): Promise<void> {
  for (const month of monthsBetween(from, clock.now(), limits.clickPartitionMonthsAhead)) {
    await createClickPartition(database, month)
  }
  const clocks = await listClocks(database.kysely)
  for (const clock_ahead_ms of new Set(clocks.values())) {
    await createPartitionsOf({ database }, programInstant(clock.now(), { clock_ahead_ms }))
  }
}
