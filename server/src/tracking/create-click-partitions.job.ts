import { limits } from '../platform/config.ts'
import type { Deps } from '../platform/deps.ts'
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

/** The first instant (UTC) of every month from that of `from` to `ahead` months after that of `now`. */
function monthsBetween(from: Date, now: Date, ahead: number): Date[] {
  const indexOf = (instant: Date) => instant.getUTCFullYear() * 12 + instant.getUTCMonth()
  const first = Math.min(indexOf(from), indexOf(now))
  const last = indexOf(now) + ahead
  return Array.from({ length: last - first + 1 }, (_, step) => {
    const month = first + step
    return new Date(Date.UTC(Math.floor(month / 12), month % 12, 1))
  })
}
