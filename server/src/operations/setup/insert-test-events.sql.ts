import type { Insertable } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'

export async function insertTestEvents(
  queries: Queries,
  click: Insertable<Schema['click_events']>,
  lead: Insertable<Schema['lead_events']>,
): Promise<void> {
  await queries.insertInto('click_events').values(click).execute()
  await queries.insertInto('lead_events').values(lead).execute()
}
