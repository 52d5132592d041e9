import { limits } from '../config/limits.ts'
import { eachProgramInRounds } from '../database/each-program.ts'
import { listReachable } from '../database/reachable-programs.ts'
import type { Deps } from '../deps.ts'
import type { Job } from '../jobs/jobs.ts'
import { HOUR_MS } from '../time/time.ts'
import {
  listProgramsWithOldResponses,
  purgeResponses as purgeProgramResponses,
} from './idempotent-responses.sql.ts'

export const PURGE_RESPONSES: Job = {
  name: 'purge_idempotency_keys',
  everyMs: limits.responsePurgeEveryMs,
  queueName: 'purge',
  run: purgeResponses,
}

/**
 * Deletes expired responses of idempotent requests, in batches.
 * @returns the number of deleted responses
 */
export async function purgeResponses({
  database: { kysely },
  clock,
  config,
}: Pick<Deps, 'database' | 'clock' | 'config'>): Promise<number> {
  const before = new Date(clock.now().getTime() - config.idempotencyRetentionHours * HOUR_MS)
  return eachProgramInRounds(
    () =>
      listReachable(kysely, () => listProgramsWithOldResponses(kysely, before, limits.responsePurgePrograms)),
    (programId) => purgeProgramResponses(kysely, programId, before, limits.responsePurgeRows),
  )
}
