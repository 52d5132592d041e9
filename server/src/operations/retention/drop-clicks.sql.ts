import { sql, type Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'
import { partitionName } from '../../tracking/clicks/click-partitions.sql.ts'
import { clickSlot } from '../../tracking/clicks/click-slots.sql.ts'
import type { ClickCount } from './click-months.sql.ts'
import type { Month } from './retention.ts'

export interface ClickKey {
  received_at: string
  click_uuid: string
}

/**
 * Deletes these clicks and adds the live ones to the stored totals in one statement, so that each click always counts
 * exactly once.
 */
export async function deleteClicks(
  queries: Queries,
  programId: number,
  { from, to }: Month,
  keys: readonly ClickKey[],
): Promise<void> {
  await sql`
    with gone as (
      delete from click_events as e
      using json_to_recordset(${JSON.stringify(keys)}::json) as k (received_at timestamptz, click_uuid uuid)
      where e.program_id = ${programId} and e.received_at >= ${from} and e.received_at < ${to}
        and e.received_at = k.received_at and e.click_uuid = k.click_uuid
      returning e.received_at, e.partner_id, e.link_id, e.is_test, e.day
    )
    insert into archived_clicks as a (program_id, slot, partner_id, link_id, clicks, day)
    select ${programId}::bigint, ${clickSlot('g.received_at')} as slot, g.partner_id, g.link_id, count(*), min(g.day)
    from gone g where not g.is_test group by 2, 3, 4 order by 2, 3, 4
    on conflict (program_id, slot, partner_id, link_id) do update set clicks = a.clicks + excluded.clicks, day = coalesce(a.day, excluded.day)`.execute(
    queries,
  )
}

/** Returns up to `rows` of a program's click IDs for a month. */
export async function listClickKeys(
  queries: Queries,
  programId: number,
  { from, to }: Month,
  rows: number,
): Promise<(ClickKey & { id: number; is_test: boolean; key_hash: string })[]> {
  const keys = await queries
    .selectFrom('click_events')
    .select(['received_at', 'click_uuid', 'id', 'is_test'])
    .select(sql<string>`hashtextextended(click_uuid::text, 0)::text`.as('key_hash'))
    .where('program_id', '=', programId)
    .where('received_at', '>=', from)
    .where('received_at', '<', to)
    .orderBy('received_at')
    .orderBy('click_uuid')
    .limit(rows)
    .execute()
  return keys.map((key) => ({ ...key, received_at: key.received_at.toISOString() }))
}

/** Returns a program's newest test click in a partition. */
export async function findLatestTest(queries: Queries, programId: number, month: Month) {
  const { rows } = await sql<{ id: number; received_at: Date }>`
    select id, received_at from ${sql.table(partitionName(month.from))}
    where program_id = ${programId} and is_test order by received_at desc, id desc limit 1`.execute(queries)
  return rows[0]
}

/** Blocks writes to one partition until the transaction ends. */
export async function lockPartition(
  transaction: Transaction<Schema>,
  month: Month,
  waitMs: number,
): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(waitMs)}`.execute(transaction)
  await sql`lock table only ${sql.table(partitionName(month.from))} in exclusive mode`.execute(transaction)
}

/** Counts a partition's clicks by program. */
export async function countPartition(
  queries: Queries,
  month: Month,
): Promise<(ClickCount & { program_id: number })[]> {
  const { rows } = await sql<ClickCount & { program_id: number }>`
    select program_id, count(*) filter (where not is_test) as clicks, count(*) filter (where is_test) as "testClicks",
      sum(hashtextextended(click_uuid::text, 0)::numeric)::text as "keysHash"
    from ${sql.table(partitionName(month.from))} group by program_id order by program_id`.execute(queries)
  return rows
}

/** Adds a locked partition's live clicks to the stored totals, then drops the partition. */
export async function dropPartition(transaction: Transaction<Schema>, month: Month): Promise<void> {
  const partition = sql.table(partitionName(month.from))
  await sql`
    insert into archived_clicks as a (program_id, slot, partner_id, link_id, clicks, day)
    select c.program_id, c.slot, c.partner_id, c.link_id, c.clicks, c.day from (
      select e.program_id, ${clickSlot('e.received_at')} as slot, e.partner_id, e.link_id, count(*) as clicks,
        min(e.day) as day
      from ${partition} e where not e.is_test group by 1, 2, 3, 4
    ) c order by c.program_id, c.slot, c.partner_id, c.link_id
    on conflict (program_id, slot, partner_id, link_id) do update set clicks = a.clicks + excluded.clicks, day = coalesce(a.day, excluded.day)`.execute(
    transaction,
  )
  await sql`drop table ${partition}`.execute(transaction)
}
