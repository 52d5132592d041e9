import { limits } from '../platform/config.ts'
import type { Deps } from '../platform/deps.ts'
import { inRounds } from '../platform/each-program.ts'
import { listReachable } from '../platform/reachable.ts'
import { listProgramsWithEndedLinks, purgeStoryLinks as purgeLinksOf } from './story-links.sql.ts'

/** Deletes the links that have ended, with what was asked, in batches. @returns how many rows went */
export async function purgeStoryLinks({
  database: { kysely },
  clock,
}: Pick<Deps, 'database' | 'clock'>): Promise<number> {
  const now = clock.now()
  return inRounds(
    () => listReachable(kysely, () => listProgramsWithEndedLinks(kysely, now, limits.answerPurgePrograms)),
    (programId) => purgeLinksOf(kysely, programId, now, limits.answerPurgeRows),
  )
}
