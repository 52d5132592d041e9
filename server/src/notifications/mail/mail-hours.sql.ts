import { sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'

/**
 * Uses one of the `most` emails that a recipient may get in an hour. All processes share one row.
 * @param hour start of the hour
 * @returns false if none is left
 */
export async function reserveMailSlot(
  queries: Queries,
  { recipient, hour, most }: { recipient: string; hour: Date; most: number },
): Promise<boolean> {
  const taken = await sql`
    insert into mail_hours as h (recipient, hour, mails) values (${recipient}, ${hour}::timestamptz, 1)
    on conflict (recipient, hour) do update set mails = h.mails + 1 where h.mails < ${most}
    returning h.mails`.execute(queries)
  return taken.rows.length > 0
}

/**
 * Deletes old rows.
 * @returns the number of deleted rows
 */
export async function purgeMailHours(queries: Queries, before: Date): Promise<number> {
  const purged = await queries.deleteFrom('mail_hours').where('hour', '<', before).executeTakeFirst()
  return Number(purged.numDeletedRows)
}
