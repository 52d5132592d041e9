import { eachProgram } from '../core/database/each-program.ts'
import { allowLongStatements } from '../core/database/long-statements.sql.ts'
import { ROLL_UP_DAYS } from '../core/database/stat-delta.ts'
import { withTransaction } from '../core/database/transaction.ts'
import type { Deps } from '../core/deps.ts'
import type { Job } from '../core/jobs/jobs.ts'
import { dayAfter, reportDay } from '../core/time/report-day.rule.ts'
import { statisticsLimits } from './limits.ts'
import { listDaysToRollUp, rollUpPeriod } from './link-stat-rollups.sql.ts'
import { periodStart } from './roll-up-periods.rule.ts'
import { listReachableStatsPrograms, shareLockProgramForStats } from './stats-programs.sql.ts'

export const ROLL_UP_LINK_STATS: Job = {
  name: 'roll_up_link_stats',
  everyMs: statisticsLimits.linksRolledUpEveryMs,
  run: rollUpLinks,
}

/** Recent days still change often, and several writers change them. */
const NEWEST_DAYS_AGO = 2

/**
 * Adds the daily link statistics of past days to their roll-ups and merges their shards, so that a yearly report reads
 * few rows per link. Later changes to such days remain separate rows, which count in the same way, until the next run.
 * Starts with the newest days, one period per transaction. Safe to run in several processes at once.
 */
export async function rollUpLinks({ database, clock }: Pick<Deps, 'database' | 'clock'>): Promise<void> {
  const { kysely } = database
  const now = clock.now()
  await eachProgram(await listReachableStatsPrograms(kysely), async ({ id, time_zone }) => {
    const newestDay = dayAfter(reportDay(now, time_zone), -NEWEST_DAYS_AGO)
    const days = await withTransaction({ database }, async (transaction) => {
      await allowLongStatements(transaction, statisticsLimits.jobStatementTimeoutMs)
      return listDaysToRollUp(transaction, id, newestDay)
    })
    for (const range of groupByPeriod(days).reverse()) {
      await withTransaction({ database }, async (transaction) => {
        await allowLongStatements(transaction, statisticsLimits.jobStatementTimeoutMs)
        if (await shareLockProgramForStats(transaction, id)) await rollUpPeriod(transaction, id, range)
      })
    }
  })
}

/** Groups sorted days by period, as the first and the last day in each. */
function groupByPeriod(days: readonly string[]): { first: string; last: string }[] {
  const ranges = new Map<string, { first: string; last: string }>()
  for (const day of days) {
    const start = periodStart(day, ROLL_UP_DAYS[0])
    ranges.set(start, { first: ranges.get(start)?.first ?? day, last: day })
  }
  return [...ranges.values()]
}
