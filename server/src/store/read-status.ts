import type { Queries } from './database.ts'

export interface TestEvent {
  id: number
  received_at: Date
}

/** The newest test clicks, newest first, at most `limit`. */
export async function readTestClicks(
  queries: Queries,
  programId: number,
  limit: number,
): Promise<TestEvent[]> {
  return queries
    .selectFrom('click_events')
    .select(['id', 'received_at'])
    .where('program_id', '=', programId)
    .where('is_test', '=', true)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The newest test leads, newest first, at most `limit`. */
export async function readTestLeads(
  queries: Queries,
  programId: number,
  limit: number,
): Promise<TestEvent[]> {
  return queries
    .selectFrom('lead_events')
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
