import { sql } from 'kysely'
import { type Database, type Queries, sqlState } from '../../core/database/database.ts'
import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import { statisticsLimits } from '../../statistics/limits.ts'
import { clickLimits } from './limits.ts'

/** Any number: whoever makes partitions holds the advisory lock of this name. */
const PARTITION_LOCK = 7_046_029_255

/** SQLSTATE of a row in the default partition that belongs to the new one, and of a lock not got in time. */
const CHECK_VIOLATION = '23514'
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Makes the monthly partition of `click_events` that holds `month` (any instant of that month, UTC). Several
 * processes may try at once. Where the default partition already holds rows of the month, or a long reader
 * keeps the table, nothing is made and nothing is lost: the clicks go on to the default partition.
 * @param waitMs how long the table is waited for, and all clicks meanwhile
 * @returns whether the partition is there now
 */
export async function createClickPartition(
  { kysely }: Pick<Database, 'kysely'>,
  month: Date,
  waitMs: number = clickLimits.clickPartitionWaitMs,
): Promise<boolean> {
  const from = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth(), 1))
  const to = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1))
  const name = partitionName(from)
  if (await isThere(kysely, name)) return true
  try {
    await kysely.transaction().execute(async (transaction) => {
      await allowLongStatements(transaction, statisticsLimits.jobStatementTimeoutMs)
      await sql`select pg_advisory_xact_lock(${sql.lit(PARTITION_LOCK)})`.execute(transaction)
      if (await isThere(transaction, name)) return
      // Clicks queue behind this lock while it is waited for.
      await sql`set local lock_timeout = ${sql.lit(waitMs)}`.execute(transaction)
      await sql`create table ${sql.table(name)} partition of click_events
        for values from (${sql.lit(from.toISOString())}) to (${sql.lit(to.toISOString())})`.execute(
        transaction,
      )
    })
    return true
  } catch (error) {
    const state = sqlState(error)
    if (state === CHECK_VIOLATION || state === LOCK_NOT_AVAILABLE) return false
    throw error
  }
}

/**
 * Whether clicks of an instant have a place: a partition of their month, or the default one where that has clicks of the
 * month already, so that there will be no other. The first click that went astray would keep those of all programs there.
 */
export async function hasPlaceForClicks(queries: Queries, instant: Date): Promise<boolean> {
  if (await isThere(queries, partitionName(instant))) return true
  const from = new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth(), 1))
  const to = new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + 1, 1))
  const { rows } = await sql`
    select 1 from click_events_default e
    where e.received_at >= ${from}::timestamptz and e.received_at < ${to}::timestamptz limit 1`.execute(
    queries,
  )
  return rows.length > 0
}

/** Of the partition of a month, by any instant of it (UTC). */
export function partitionName(month: Date): string {
  return `click_events_${month.toISOString().slice(0, 7).replace('-', '_')}`
}

/** Not by `to_regclass`, which may remember what a session found before it waited for the lock. */
async function isThere(queries: Queries, name: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_class where relname = ${name} and relnamespace = current_schema()::regnamespace`.execute(
    queries,
  )
  return rows.length > 0
}
