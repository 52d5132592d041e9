import { sql } from 'kysely'
import type { Queries } from '../../../src/core/database/database.ts'
import { joinDimensions, SENT_WITH_CLICK } from '../../../src/tracking/clicks/click-dimensions.sql.ts'

type SentClick = Record<keyof typeof SENT_WITH_CLICK, string | null> & {
  is_test: boolean
  additional_data: Record<string, unknown> | null
}

/** Returns the sent values of a program's clicks, in order of arrival. */
export async function readSentClickFields(queries: Queries, programId: number): Promise<SentClick[]> {
  const sent = sql.join(
    Object.entries(SENT_WITH_CLICK).map(([field, value]) => sql`${value('e')} as ${sql.ref(field)}`),
  )
  const { rows } = await sql<SentClick>`
    select ${sent}, e.is_test, e.additional_data from click_events e ${joinDimensions('e', programId)}
    where e.program_id = ${programId} order by e.received_at, e.id`.execute(queries)
  return rows
}
