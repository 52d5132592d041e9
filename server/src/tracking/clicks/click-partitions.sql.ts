import { sql } from 'kysely'
import { type Database, type Queries, sqlState } from '../../core/database/database.ts'
import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import { statisticsLimits } from '../../statistics/limits.ts'
import { clickLimits } from './limits.ts'

/** The arbitrary number of the advisory lock held while partitions are created. */
const PARTITION_LOCK = 7_046_029_255

/** SQLSTATE of a default partition whose rows belong to the new partition, and of a lock timeout. */
const CHECK_VIOLATION = '23514'
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Creates the monthly partition of `click_events` for `month` (any instant of that month, UTC). Safe to run
 * concurrently. If the default partition already has rows for the month, or a long read holds the table, it creates
 * nothing, and clicks go to the default partition.
 * @param waitMs how long to wait for the table, which blocks all clicks
 * @returns whether the partition exists now
 */
export async function createClickPartition(
  { kysely }: Pick<Database, 'kysely'>,
  month: Date,
  waitMs: number = clickLimits.clickPartitionWaitMs,
): Promise<boolean> {
  const from = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth(), 1))
  const to = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1))
  const name = partitionName(from)
  if (await exists(kysely, name)) return true
  try {
    await kysely.transaction().execute(async (transaction) => {
      await allowLongStatements(transaction, statisticsLimits.jobStatementTimeoutMs)
      await sql`select pg_advisory_xact_lock(${sql.lit(PARTITION_LOCK)})`.execute(transaction)
      if (await exists(transaction, name)) return
      // Clicks wait behind this lock request.
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
 * Returns whether clicks at an instant have a partition: their month's, or the default partition if it already has
 * clicks from that month. A month's first click in the default partition forces all later ones into it.
 */
export async function hasPartitionForClicks(queries: Queries, instant: Date): Promise<boolean> {
  if (await exists(queries, partitionName(instant))) return true
  const from = new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth(), 1))
  const to = new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + 1, 1))
  const { rows } = await sql`
    select 1 from click_events_default e
    where e.received_at >= ${from}::timestamptz and e.received_at < ${to}::timestamptz limit 1`.execute(
    queries,
  )
  return rows.length > 0
}

/** Returns the name of a month's partition, for any instant of the month (UTC). */
export function partitionName(month: Date): string {
  return `click_events_${month.toISOString().slice(0, 7).replace('-', '_')}`
}

/** Doesn't use `to_regclass`, which may return a result that the session cached before it waited for the lock. */
async function exists(queries: Queries, name: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_class where relname = ${name} and relnamespace = current_schema()::regnamespace`.execute(
    queries,
  )
  return rows.length > 0
}
