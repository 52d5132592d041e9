import type { Queries } from '../platform/database.ts'

export interface TestEvent {
  id: number
  received_at: Date
}

/** The newest test clicks or leads, newest first, at most `limit`. */
export async function listTestEvents(
  queries: Queries,
  table: 'click_events' | 'lead_events',
  programId: number,
  limit: number,
): Promise<TestEvent[]> {
  return queries
    .selectFrom(table)
    .select(['id', 'received_at'])
    .where('program_id', '=', programId)
    .where('is_test', '=', true)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function hasApprovedPartner(queries: Queries, programId: number): Promise<boolean> {
  const row = await queries
    .selectFrom('partner_programs')
    .select('partner_id')
    .where('program_id', '=', programId)
    .where('status', '=', 'approved')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
