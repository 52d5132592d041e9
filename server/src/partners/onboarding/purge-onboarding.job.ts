import { limits } from '../../core/config/limits.ts'
import { eachProgramInRounds } from '../../core/database/each-program.ts'
import { listReachable } from '../../core/database/reachable-programs.ts'
import type { Deps } from '../../core/deps.ts'
import type { Job } from '../../core/jobs/jobs.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { listProgramsToPurge, purgeOnboarding as purgeProgram } from '../enrollments/applications.sql.ts'
import { onboardingLimits } from './limits.ts'

export const PURGE_ONBOARDING: Job = {
  name: 'purge_applications',
  everyMs: limits.responsePurgeEveryMs,
  queueName: 'purge',
  run: purgeOnboarding,
}

/**
 * Deletes expired solved challenges, and applications that were rejected two years ago with their history and old
 * invitations.
 * @returns the number of deleted rows
 */
export async function purgeOnboarding({
  database: { kysely },
  clock,
}: Pick<Deps, 'database' | 'clock'>): Promise<number> {
  const now = clock.now()
  const rejectedBefore = new Date(now.getTime() - onboardingLimits.rejectedApplicationDays * DAY_MS)
  return eachProgramInRounds(
    () =>
      listReachable(kysely, () =>
        listProgramsToPurge(kysely, { now, rejectedBefore }, limits.responsePurgePrograms),
      ),
    (programId) => purgeProgram(kysely, programId, { now, rejectedBefore, rows: limits.responsePurgeRows }),
  )
}
