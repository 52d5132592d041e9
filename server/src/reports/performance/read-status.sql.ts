import { sql } from 'kysely'
import type { Queries, QueryRow } from '../../core/database/database.ts'

export type TestEvent = QueryRow<typeof listTestEvents>

/**
 * Lists test clicks or leads, newest first, at most `limit`. A check's synthetic events reveal nothing about the
 * merchant's site, except for a test link that a page has reported.
 */
export function listTestEvents(
  queries: Queries,
  table: 'click_events' | 'lead_events',
  programId: number,
  limit: number,
) {
  const isSeen = table === 'click_events' ? sql`or seen_at is not null` : sql``
  return queries
    .selectFrom(table)
    .select(['id', 'received_at'])
    .where('program_id', '=', programId)
    .where('is_test', '=', true)
    .where(sql<boolean>`(additional_data is null or not additional_data @> '{"synthetic": true}' ${isSeen})`)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Counts deleted test clicks and returns the newest timestamp. */
export async function readDeletedTestClicks(
  queries: Queries,
  programId: number,
): Promise<{ count: number; latest: TestEvent | undefined }> {
  const months = await queries
    .selectFrom('click_archives')
    .select(['test_clicks', 'latest_test_id', 'latest_test_at'])
    .where('program_id', '=', programId)
    .where('dropped_at', 'is not', null)
    .where('test_clicks', '>', 0)
    .orderBy('latest_test_at', 'desc')
    .execute()
  const { latest_test_id: id, latest_test_at: received_at } = months[0] ?? {}
  return {
    count: months.reduce((sum, { test_clicks }) => sum + test_clicks, 0),
    latest: id == null || received_at == null ? undefined : { id, received_at },
  }
}

export async function hasApprovedPartner(queries: Queries, programId: number): Promise<boolean> {
  const row = await queries
    .selectFrom('program_enrollments')
    .select('partner_id')
    .where('program_id', '=', programId)
    .where('status', '=', 'approved')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
