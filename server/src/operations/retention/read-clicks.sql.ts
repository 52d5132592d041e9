import { sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import {
  captureMethodName,
  joinDimensions,
  SENT_WITH_CLICK,
} from '../../tracking/clicks/click-dimensions.sql.ts'
import type { ArchivedClick, Month } from './retention.ts'

/** A click in archive format, and its key. */
export type ArchivedClickRow = Omit<ArchivedClick, 'click_id' | 'received_at' | 'id' | 'is_test'> & {
  program_id: number
  received_at: Date
  click_uuid: string
  id: number
  is_test: boolean
  /** Hash of the click's ID, as a string of decimal digits. */
  key_hash: string
}

/** Reads up to `rows` of a program's clicks for a month, after `after`, by ID. */
export async function readClickPage(
  queries: Queries,
  programId: number,
  { from, to }: Month,
  { after, rows }: { after: { received_at: Date; click_uuid: string } | undefined; rows: number },
) {
  const sentColumns = sql.join(
    Object.entries(SENT_WITH_CLICK).map(([field, value]) => sql`${value('e')} as ${sql.ref(field)}`),
  )
  const next =
    after === undefined
      ? sql`e.received_at >= ${from}`
      : sql`(e.received_at, e.click_uuid) > (${after.received_at}::timestamptz, ${after.click_uuid}::uuid)`
  const page = await sql<ArchivedClickRow>`
    select e.program_id, e.received_at, e.click_uuid, e.id, e.is_test, e.link_id::text as link_id, e.partner_id::text as partner_id,
      ${sentColumns}, e.additional_data::text as additional_data, ${captureMethodName('e')} as capture_method,
      hashtextextended(e.click_uuid::text, 0)::text as key_hash
    from click_events e
    ${joinDimensions('e', programId)}
    where e.program_id = ${programId} and ${next} and e.received_at < ${to}
    order by e.received_at, e.click_uuid limit ${rows}`.execute(queries)
  return page.rows
}
