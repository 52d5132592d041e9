import { limits } from './config.ts'
import type { Deps } from './deps.ts'
import { inRounds } from './each-program.ts'
import { listProgramsWithOldAnswers, purgeAnswers as purgeAnswersOf } from './idempotent-answers.sql.ts'
import type { Job } from './jobs.ts'
import { listReachable } from './reachable.ts'
import { HOUR_MS } from './time.ts'

export const PURGE_ANSWERS: Job = {
  name: 'purge_answers',
  everyMs: limits.answerPurgeEveryMs,
  lane: 'purge',
  run: purgeAnswers,
}

/** Deletes answers of idempotent calls that are older than they are kept, in batches. @returns how many rows went */
export async function purgeAnswers({
  database: { kysely },
  clock,
  config,
}: Pick<Deps, 'database' | 'clock' | 'config'>): Promise<number> {
  const before = new Date(clock.now().getTime() - config.idempotencyRetentionHours * HOUR_MS)
  return inRounds(
    () => listReachable(kysely, () => listProgramsWithOldAnswers(kysely, before, limits.answerPurgePrograms)),
    (programId) => purgeAnswersOf(kysely, programId, before, limits.answerPurgeRows),
  )
}
