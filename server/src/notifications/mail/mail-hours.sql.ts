import { sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'

/**
 * Counts an email toward the `maxMails` emails that a recipient may get in an hour. All processes share one row.
 * @param hour start of the hour
 * @returns false if none is left
 */
export async function reserveMailSlot(
  queries: Queries,
  { recipient, hour, maxMails }: { recipient: string; hour: Date; maxMails: number },
): Promise<boolean> {
  const update = await sql`
    insert into mail_hours as h (recipient, hour, mails) values (${recipient}, ${hour}::timestamptz, 1)
    on conflict (recipient, hour) do update set mails = h.mails + 1 where h.mails < ${maxMails}
    returning h.mails`.execute(queries)
  return update.rows.length > 0
}

/**
 * Deletes old rows.
 * @returns the number of deleted rows
 */
export async function purgeMailHours(queries: Queries, before: Date): Promise<number> {
  const deletion = await queries.deleteFrom('mail_hours').where('hour', '<', before).executeTakeFirst()
  return Number(deletion.numDeletedRows)
}
