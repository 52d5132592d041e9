import { eachProgram } from '../../core/database/each-program.ts'
import { listReachable } from '../../core/database/reachable-programs.ts'
import type { Deps } from '../../core/deps.ts'
import type { Job } from '../../core/jobs/jobs.ts'
import { createScheduledBatch } from './create-payout-batch.flow.ts'
import { payoutLimits } from './limits.ts'
import { listScheduledPrograms } from './payout-settings.sql.ts'

export const CREATE_SCHEDULED_PAYOUTS: Job = {
  name: 'create_scheduled_payouts',
  everyMs: payoutLimits.scheduledPayoutsEveryMs,
  run: createScheduledPayouts,
}

/**
 * Creates the payouts of programs with a monthly schedule. Safe to run in several processes and after downtime,
 * because the month is recorded with its last batch under the program's lock.
 */
export async function createScheduledPayouts(deps: Deps): Promise<void> {
  const { kysely } = deps.database
  const programs = await listReachable(kysely, () => listScheduledPrograms(kysely))
  await eachProgram(programs, async (programId) => {
    for (let batches = 0; batches < payoutLimits.scheduledBatches; batches++) {
      if ((await createScheduledBatch(deps, programId)) !== 'goes_on') return
    }
  })
}
