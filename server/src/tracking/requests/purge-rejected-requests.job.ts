import { type Queries, type Run, runIn } from '../../core/database/database.ts'
import { eachProgram } from '../../core/database/each-program.ts'
import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import { listReachable } from '../../core/database/reachable-programs.ts'
import type { Deps } from '../../core/deps.ts'
import type { Job } from '../../core/jobs/jobs.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { statisticsLimits } from '../../statistics/limits.ts'
import { programClocks } from '../../workspace/programs/program-clock.flow.ts'
import { requestLimits } from './limits.ts'
import { rejectedRequestShares } from './rejection-shares.rule.ts'
import {
  listProgramsWithRejectedRequests,
  purgeOldRejectedRequests,
  trimRejectedRequests,
} from './save-outcomes.sql.ts'

export const PURGE_REJECTED_REQUESTS: Job = {
  name: 'purge_rejected_requests',
  everyMs: requestLimits.rejectedRequestPurgeEveryMs,
  queueName: 'purge',
  run: purgeRejectedRequests,
}

/**
 * Deletes rejected requests past their retention (by the program's clock) or over the limit per program, in batches.
 * @returns the number of deleted rows
 */
async function purgeRejectedRequests({
  database,
  clock,
  config,
}: Pick<Deps, 'database' | 'clock' | 'config'>): Promise<number> {
  const clockFor = await programClocks({ database, clock })
  const { kysely } = database
  const rows = requestLimits.rejectedRequestTrimRows
  const withDeadline = <Result>(work: (run: Run, transaction: Queries) => Promise<Result>) =>
    kysely.transaction().execute(async (transaction) => {
      await allowLongStatements(transaction, statisticsLimits.jobStatementTimeoutMs)
      return work(runIn(transaction), transaction)
    })
  let purged = 0
  const programs = await listReachable(kysely, () =>
    withDeadline((_, transaction) => listProgramsWithRejectedRequests(transaction)),
  )
  await eachProgram(programs, async (programId) => {
    const before = new Date(
      clockFor(programId).now().getTime() - config.rejectedRequestRetentionDays * DAY_MS,
    )
    const shares = [
      () => withDeadline((run) => purgeOldRejectedRequests(run, programId, { before, rows })),
      ...rejectedRequestShares(config.rejectedRequestsKept).map(
        (share) => () => withDeadline((run) => trimRejectedRequests(run, programId, { ...share, rows })),
      ),
    ]
    for (const share of shares) {
      let deleted: number
      do {
        deleted = await share()
        purged += deleted
        // Rows locked by another process are deleted by that process.
      } while (deleted === rows)
    }
  })
  return purged
}
