import type { Deps } from '../../core/deps.ts'
import type { Job } from '../../core/jobs/jobs.ts'
import { DAY_MS, HOUR_MS } from '../../core/time/time.ts'
import { mailLimits } from './limits.ts'
import { purgeMailHours } from './mail-hours.sql.ts'
import { expireMails, purgeMails, purgeUnsentMails } from './mails.sql.ts'

export const PURGE_MAILS: Job = {
  name: 'purge_mails',
  everyMs: mailLimits.mailPurgeEveryMs,
  queueName: 'purge',
  run: purgeSentMails,
}

const MINUTE_MS = 60 * 1000

/**
 * Withdraws expired emails, which deletes their secrets, and deletes old ones.
 * @returns the number of deleted rows
 */
export async function purgeSentMails({
  database: { kysely },
  clock,
  config,
}: Pick<Deps, 'database' | 'clock' | 'config'>): Promise<number> {
  const now = clock.now()
  const rows = mailLimits.mailPurgeRows
  while ((await expireMails(kysely, now, rows)) === rows);
  let purged = await purgeMailHours(kysely, new Date(now.getTime() - 2 * HOUR_MS))
  const before = new Date(now.getTime() - config.mailRetentionDays * DAY_MS)
  const passwordMailsBefore = new Date(now.getTime() - mailLimits.passwordMailMinutes * MINUTE_MS)
  let deletedRows: number
  do {
    deletedRows = await purgeUnsentMails(kysely, passwordMailsBefore, rows)
    purged += deletedRows
    // Skips rows that another process has locked for deletion.
  } while (deletedRows === rows)
  do {
    deletedRows = await purgeMails(kysely, before, rows)
    purged += deletedRows
  } while (deletedRows === rows)
  return purged
}
