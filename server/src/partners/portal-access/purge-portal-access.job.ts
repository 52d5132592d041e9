import type { Deps } from '../../core/deps.ts'
import type { Job } from '../../core/jobs/jobs.ts'
import { purgeDelegatedSessions } from './impersonation-sessions.sql.ts'
import { portalAccessLimits } from './limits.ts'
import { purgePartnerSessions } from './partner-sessions.sql.ts'
import { purgePasskeyChallenges } from './passkeys.sql.ts'
import { purgeSignInLinks } from './sign-in-links.sql.ts'

export const PURGE_PORTAL_ACCESS: Job = {
  name: 'purge_portal_access',
  everyMs: portalAccessLimits.partnerPurgeEveryMs,
  queueName: 'purge',
  run: purgePortalAccess,
}

/**
 * Deletes expired links, challenges and sessions in batches.
 * @returns the number of deleted rows
 */
export async function purgePortalAccess({
  database: { kysely },
  clock,
}: Pick<Deps, 'database' | 'clock'>): Promise<number> {
  const now = clock.now()
  const rows = portalAccessLimits.partnerPurgeRows
  let purged = 0
  for (const purge of [
    purgeSignInLinks,
    purgePasskeyChallenges,
    purgePartnerSessions,
    purgeDelegatedSessions,
  ]) {
    let deletedRows: number
    do {
      deletedRows = await purge(kysely, now, rows)
      purged += deletedRows
    } while (deletedRows === rows)
  }
  return purged
}
