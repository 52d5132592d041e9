import { limits } from '../platform/config.ts'
import type { Deps } from '../platform/deps.ts'
import { inRounds } from '../platform/each-program.ts'
import type { Job } from '../platform/jobs.ts'
import { listReachable } from '../platform/reachable.ts'
import { listProgramsWithEndedLinks, purgeStoryLinks as purgeLinksOf } from './story-links.sql.ts'

export const PURGE_STORY_LINKS: Job = {
  name: 'purge_story_links',
  everyMs: limits.answerPurgeEveryMs,
  lane: 'purge',
  run: purgeStoryLinks,
}

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
