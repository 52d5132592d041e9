import { limits } from './config.ts'
import type { Deps } from './deps.ts'
import { listProgramsWithOldAnswers, purgeAnswers as purgeAnswersOf } from './idempotent-answers.sql.ts'
import { HOUR_MS } from './time.ts'

/** Deletes answers of idempotent calls that are older than they are kept, in batches. @returns how many rows went */
export async function purgeAnswers({
  database: { kysely },
  clock,
}: Pick<Deps, 'database' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - limits.idempotencyHours * HOUR_MS)
  let purged = 0
  for (;;) {
    const earlier = purged
    for (const programId of await listProgramsWithOldAnswers(kysely, before, limits.answerPurgePrograms)) {
      purged += await purgeAnswersOf(kysely, programId, before, limits.answerPurgeRows)
    }
    // What another process holds locked, it deletes.
    if (purged === earlier) return purged
  }
}
