import type { Deps } from '../platform/deps.ts'
import { inTransaction } from '../platform/in-transaction.ts'
import { foldLinkStats } from './linked-days.sql.ts'
import { dayAfter, reportDay } from './report-day.rule.ts'
import { listStatsPrograms } from './stats-programs.sql.ts'

/** Of days that are over for so long hardly anything changes any more; before, several writers share a link's day. */
const NEWEST_DAYS_AGO = 2
const OLDEST_DAYS_AGO = 8

/**
 * Makes one row of the shards of each link on days that are over, so that a report of a year reads a row of each day. What
 * is written meanwhile stays a row beside it, and counts the same. Any number of processes may do it at once.
 */
export async function foldLinks({ database, clock }: Pick<Deps, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  for (const { id, time_zone } of await listStatsPrograms(database.kysely)) {
    const today = reportDay(now, time_zone)
    const days = { first: dayAfter(today, -OLDEST_DAYS_AGO), last: dayAfter(today, -NEWEST_DAYS_AGO) }
    await inTransaction({ database }, (transaction) => foldLinkStats(transaction, id, days))
  }
}
