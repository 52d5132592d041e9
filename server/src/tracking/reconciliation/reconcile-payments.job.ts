import { eachProgram } from '../../core/database/each-program.ts'
import { listReachable } from '../../core/database/reachable-programs.ts'
import type { Deps } from '../../core/deps.ts'
import type { Job } from '../../core/jobs/jobs.ts'
import { findProgram } from '../../workspace/programs/programs.sql.ts'
import type { Processors } from '../processors/processor.ts'
import { listProgramsWithKey } from './api-key.sql.ts'
import { reconciliationLimits } from './limits.ts'
import { addMonths, monthAt } from './reconciliation-month.rule.ts'
import { findReconciliationByMonth, listDueRuns, listProgramsWithDueRuns } from './reconciliations.sql.ts'
import { continueRun } from './run-reconciliation.flow.ts'
import { startReconciliation } from './start-reconciliation.flow.ts'

export function createReconciliation(createProcessors: (config: Deps['config']) => Processors): Job {
  return {
    name: 'reconcile_payments',
    everyMs: reconciliationLimits.reconcileEveryMs,
    run: (deps) => reconcilePayments(deps, createProcessors(deps.config)),
  }
}

type JobDeps = Pick<Deps, 'database' | 'config' | 'clock' | 'ids'>

/** Queues a comparison of open months once a day, and continues all runs that are due, program by program. */
export async function reconcilePayments(deps: JobDeps, processors: Processors): Promise<'again' | undefined> {
  const { kysely } = deps.database
  await eachProgram(await listProgramsWithKey(kysely), (programId) => queueDaily(deps, processors, programId))
  let isUnfinished = false
  const programsWithDueRuns = await listReachable(kysely, () =>
    listProgramsWithDueRuns(kysely, deps.clock.now()),
  )
  await eachProgram(programsWithDueRuns, async (programId) => {
    for (const id of await listDueRuns(kysely, programId, deps.clock.now())) {
      if ((await continueRun(deps, processors, { programId, id })) === 'again') isUnfinished = true
    }
  })
  return isUnfinished ? 'again' : undefined
}

/** Queues the previous and the current month if a day has passed since they were last compared. */
async function queueDaily(deps: JobDeps, processors: Processors, programId: number): Promise<void> {
  const program = await findProgram(deps.database.kysely, programId)
  if (program === undefined) return
  const now = deps.clock.now()
  const current = monthAt(now, program.time_zone)
  for (const month of [addMonths(current, -1), current]) {
    const last = await findReconciliationByMonth(deps.database.kysely, programId, month)
    // A wrong key or site stays wrong until someone changes it.
    const isWrong = last?.failure === 'key_rejected' || last?.failure === 'wrong_site'
    if (isWrong || last?.closed_at != null) continue
    const isDue =
      last === undefined ||
      now.getTime() - last.requested_at.getTime() >= reconciliationLimits.reconcileAgainMs
    if (isDue) await startReconciliation(deps, processors, program, month)
  }
}
