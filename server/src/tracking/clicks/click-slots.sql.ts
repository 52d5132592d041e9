import { type RawBuilder, sql } from 'kysely'

/**
 * Returns the start of a click's quarter hour (UTC). Days of every time zone start on a quarter hour, so sums per
 * quarter hour add up to any local day.
 */
export function clickSlot(receivedAt: string): RawBuilder<Date> {
  return sql`date_bin('15 minutes', ${sql.ref(receivedAt)}, timestamptz '2000-01-01 00:00:00+00')`
}
