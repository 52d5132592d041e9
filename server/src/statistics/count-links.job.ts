import type { Transaction } from 'kysely'
import { limits } from '../platform/config.ts'
import type { Deps } from '../platform/deps.ts'
import { eachProgram } from '../platform/each-program.ts'
import { inTransaction } from '../platform/in-transaction.ts'
import { allowLongStatements } from '../platform/long-statements.sql.ts'
import type { Schema } from '../platform/schema.ts'
import { assignMissingDays } from './assign-days.flow.ts'
import { takeFromBlocks } from './link-stat-blocks.sql.ts'
import { hasUncountedDays, keepCounted, markUncountedDays, sealDay, standingOf } from './linked-days.sql.ts'
import { insertLinkStats } from './rebuild-stats.sql.ts'
import { COUNTING_SHARD, linkedShards } from './stat-shards.ts'
import type { StatsProgram } from './stats-from-events.sql.ts'
import { listReachableStatsPrograms, lockStatsProgram } from './stats-programs.sql.ts'

/**
 * Counts by link what processes of before counted by day only, one day after the other, the newest first. A day is read
 * while everybody goes on writing; its program is locked only to see that nothing was written to it meanwhile, and
 * otherwise, as today, to read it again. Any number of processes may do it at once.
 * @returns how many days were counted
 */
export async function countLinks({ database }: Pick<Deps, 'database'>): Promise<number> {
  const { kysely } = database
  let counted = 0
  await eachProgram(await listReachableStatsPrograms(kysely), async (program) => {
    if (!(await hasUncountedDays(kysely, program.id))) return
    const days = await inTransaction({ database }, async (transaction) => {
      await allowLongStatements(transaction, limits.jobStatementTimeoutMs)
      const locked = await lockStatsProgram(transaction, program.id)
      // Processes of before store no days.
      if (locked !== undefined) await assignMissingDays(transaction, locked)
      return markUncountedDays(transaction, program.id)
    })
    for (const day of days) {
      const isCounted = await inTransaction({ database }, (transaction) =>
        countDay(transaction, program, day),
      )
      if (isCounted) counted += 1
    }
  })
  return counted
}

/** @returns false when somebody else has counted the day meanwhile, or all days in another time zone */
async function countDay(transaction: Transaction<Schema>, read: StatsProgram, day: string): Promise<boolean> {
  await allowLongStatements(transaction, limits.jobStatementTimeoutMs)
  const { id } = read
  await insertLinkStats(transaction, read, { days: { first: day, last: day }, shard: COUNTING_SHARD })
  const program = await lockStatsProgram(transaction, id)
  const standing = await standingOf(transaction, id, day)
  if (program === undefined || standing === 'counted') {
    await dropCounting(transaction, id, day)
    return false
  }
  await takeFromBlocks(transaction, id, { first: day, last: day })
  // In another time zone somebody has counted all days anew: then this one is not marked any more.
  if (standing === 'marked') {
    await keepCounted(transaction, id, day)
  } else {
    await transaction
      .deleteFrom('daily_link_stats')
      .where('program_id', '=', id)
      .where('day', '=', day)
      .execute()
    await assignMissingDays(transaction, program)
    await insertLinkStats(transaction, program, {
      days: { first: day, last: day },
      shard: linkedShards.first,
    })
  }
  await sealDay(transaction, id, day)
  return true
}

async function dropCounting(transaction: Transaction<Schema>, programId: number, day: string) {
  await transaction
    .deleteFrom('daily_link_stats')
    .where('program_id', '=', programId)
    .where('day', '=', day)
    .where('shard', '=', COUNTING_SHARD)
    .execute()
}
