import { type RawBuilder, sql } from 'kysely'

/**
 * The quarter of an hour, in UTC, in which a click came: its first instant. Days of every time zone begin and end with
 * one, so that sums by quarters can be counted by any of them.
 */
export function clickSlot(receivedAt: string): RawBuilder<Date> {
  return sql`date_bin('15 minutes', ${sql.ref(receivedAt)}, timestamptz '2000-01-01 00:00:00+00')`
}
