import { type RawBuilder, sql } from 'kysely'

/**
 * The start of the quarter hour (UTC) of a click. Days of every time zone start on one, so quarter-hour sums
 * add up to any local day.
 */
export function clickSlot(receivedAt: string): RawBuilder<Date> {
  return sql`date_bin('15 minutes', ${sql.ref(receivedAt)}, timestamptz '2000-01-01 00:00:00+00')`
}
