import { sql } from 'kysely'
import type { Queries, QueryRow } from '../../core/database/database.ts'
import { partitionName } from '../../tracking/clicks/click-partitions.sql.ts'
import type { Month } from './retention.ts'

export type RetentionSettingsRow = QueryRow<typeof listRetentionSettings>

/** Lists the retention settings of all programs, by ID. */
export function listRetentionSettings(queries: Queries) {
  return queries
    .selectFrom('programs')
    .select(['id', 'click_retention_months', 'attribution_window_days', 'sandbox', 'clock_ahead_ms'])
    .orderBy('id')
    .execute()
}

/**
 * Returns one timestamp for each month that may have clicks: months with a partition, and those in the default
 * partition before `before`.
 */
export async function listClickMonths(queries: Queries, before: Date): Promise<Date[]> {
  const partitions = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'click_events'::regclass and c.relname ~ '^click_events_\\d{4}_\\d{2}$'`.execute(
    queries,
  )
  const strayMonths = await sql<{ month: Date }>`
    select distinct date_trunc('month', received_at at time zone 'UTC') at time zone 'UTC' as month
    from click_events_default where received_at < ${before}`.execute(queries)
  const partitionMonths = partitions.rows.map(
    ({ name }) => new Date(`${name.slice(-7).replace('_', '-')}-01`),
  )
  return [...partitionMonths, ...strayMonths.rows.map(({ month }) => month)]
}

export async function hasPartition(queries: Queries, { from }: Month): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_class where relname = ${partitionName(from)}
      and relnamespace = current_schema()::regnamespace`.execute(queries)
  return rows.length > 0
}

export async function hasClicks(queries: Queries, programId: number, { from, to }: Month): Promise<boolean> {
  const click = await queries
    .selectFrom('click_events')
    .select('click_uuid')
    .where('program_id', '=', programId)
    .where('received_at', '>=', from)
    .where('received_at', '<', to)
    .limit(1)
    .executeTakeFirst()
  return click !== undefined
}

/** Number of clicks and the sum of their ID hashes. Two sets with equal values are the same. */
export interface ClickCount {
  clicks: number
  testClicks: number
  /** A string of decimal digits. */
  keysHash: string
}

export async function countClicks(queries: Queries, programId: number, { from, to }: Month) {
  const { rows } = await sql<ClickCount>`
    select count(*) filter (where not is_test) as clicks, count(*) filter (where is_test) as "testClicks",
      coalesce(sum(hashtextextended(click_uuid::text, 0)::numeric), 0)::text as "keysHash"
    from click_events where program_id = ${programId} and received_at >= ${from} and received_at < ${to}`.execute(
    queries,
  )
  const [count] = rows
  if (count === undefined) throw new Error('a count without a row')
  return count
}
