import { limits } from '../../core/config/limits.ts'
import { eachProgramInRounds } from '../../core/database/each-program.ts'
import { listReachable } from '../../core/database/reachable-programs.ts'
import type { Deps } from '../../core/deps.ts'
import type { Job } from '../../core/jobs/jobs.ts'
import { listProgramsWithEndedLinks, purgeShareLinks as purgeProgramLinks } from './share-links.sql.ts'

export const PURGE_SHARE_LINKS: Job = {
  name: 'purge_share_links',
  everyMs: limits.responsePurgeEveryMs,
  queueName: 'purge',
  run: purgeShareLinks,
}

/** Deletes expired share links in batches. @returns the number of rows */
export async function purgeShareLinks({
  database: { kysely },
  clock,
}: Pick<Deps, 'database' | 'clock'>): Promise<number> {
  const now = clock.now()
  return eachProgramInRounds(
    () => listReachable(kysely, () => listProgramsWithEndedLinks(kysely, now, limits.responsePurgePrograms)),
    (programId) => purgeProgramLinks(kysely, programId, now, limits.responsePurgeRows),
  )
}
