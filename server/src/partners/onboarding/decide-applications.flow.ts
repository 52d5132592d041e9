import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { randomShard } from '../../statistics/random-shard.flow.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import { lockApplications } from '../enrollments/applications.sql.ts'
import { admitApplicant } from './admit-applicant.flow.ts'
import { bulkDecision, type SkipReason } from './bulk-decision.rule.ts'
import { type Decision, rejectApplicant } from './decide-application.flow.ts'

export interface BulkDecisionInput {
  /** Each application with the version that was listed. */
  applications: readonly { id: number; version: number }[]
  decision: Exclude<Decision, { kind: 'ask' }>
  actorId: string
}

export interface BulkOutcome {
  decided: number
  /** Already approved or rejected, so repeating a request changes nothing. */
  unchanged: number
  skipped: { id: number; reason: SkipReason }[]
}

/**
 * Approves or rejects the applications that are still as listed, in one transaction, and skips the others with
 * the reason.
 */
export function decideApplications(
  deps: Deps,
  program: ProgramRow,
  { applications, decision, actorId }: BulkDecisionInput,
): Promise<BulkOutcome> {
  return withTransaction(deps, async (transaction) => {
    const context = { deps, transaction, programId: program.id, at: deps.clock.now() }
    const ids = applications.map(({ id }) => id)
    const lockedApplications = await lockApplications(transaction, program.id, ids)
    const applicationById = new Map(lockedApplications.map((application) => [application.id, application]))
    // One shard for all partners, so that two batches can't deadlock on the statistics.
    const shard = randomShard(deps.ids)
    const outcome: BulkOutcome = { decided: 0, unchanged: 0, skipped: [] }
    for (const { id, version } of applications) {
      const bulk = bulkDecision(applicationById.get(id), { version, decision: decision.kind })
      if (bulk.kind === 'skip') outcome.skipped.push({ id, reason: bulk.reason })
      else if (bulk.kind === 'unchanged') outcome.unchanged++
      else {
        await (decision.kind === 'approve'
          ? admitApplicant(context, program, bulk.application, { actorId, message: null, shard })
          : rejectApplicant(context, program, bulk.application, { actorId, reason: decision.reason }))
        outcome.decided++
      }
    }
    return outcome
  })
}
