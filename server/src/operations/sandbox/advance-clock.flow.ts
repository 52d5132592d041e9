import type { Transaction } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import type { Schema } from '../../core/database/schema.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { approveDueCommissions } from '../../earnings/commissions/approve-commissions.sql.ts'
import { commissionLimits } from '../../earnings/commissions/limits.ts'
import { statisticsLimits } from '../../statistics/limits.ts'
import { createPartitionsNow } from '../../tracking/clicks/click-partitions.flow.ts'
import { hasPartitionForClicks } from '../../tracking/clicks/click-partitions.sql.ts'
import { programInstant } from '../../workspace/programs/program-clock.rule.ts'
import { lockClock, moveClock } from '../../workspace/programs/program-clock.sql.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import { type ClockMove, moveForward } from './clock-duration.rule.ts'
import { sandboxLimits } from './limits.ts'

export type AdvanceOutcome =
  | {
      kind: 'advanced'
      now: Date
      aheadMs: number
      advancedMs: number
      approvedCommissions: number
      /** False if more was due than one request handles. The approval job does the rest. */
      isComplete: boolean
    }
  | Exclude<ClockMove, { kind: 'moved' }>
  | { kind: 'not_a_sandbox' }
  /** The target month has no click partition yet, so the clock was not moved. */
  | { kind: 'no_place' }

/**
 * Creates the click partitions of the target time. Runs outside a transaction, because creating one blocks all clicks
 * until it commits.
 */
export async function prepareAdvance(
  { database, coordinator = database, clock }: Pick<Deps, 'database' | 'coordinator' | 'clock'>,
  program: ProgramRow,
  duration: Temporal.Duration,
): Promise<void> {
  if (!program.sandbox) return
  const move = moveForward(sandboxState(program, clock.now()), duration, sandboxLimits)
  if (move.kind === 'moved') await createPartitionsNow({ database: coordinator }, move.now)
}

/**
 * Moves a sandbox's clock forward and runs what becomes due. Locks the program's row like a statistics rebuild: running
 * writers finish at the old time, later ones use the new time, and concurrent moves add up.
 */
export function advanceClock(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  programId: number,
  duration: Temporal.Duration,
): Promise<AdvanceOutcome> {
  return withTransaction({ database }, async (transaction) => {
    await allowLongStatements(transaction, statisticsLimits.jobStatementTimeoutMs)
    const program = await lockClock(transaction, programId)
    if (program === undefined) throw new Error(`program ${programId} no longer exists`)
    if (!program.sandbox) return { kind: 'not_a_sandbox' }
    const move = moveForward(sandboxState(program, clock.now()), duration, sandboxLimits)
    if (move.kind !== 'moved') return move
    if (!(await hasPartitionForClicks(transaction, move.now))) return { kind: 'no_place' }
    await moveClock(transaction, programId, move.aheadMs)
    const { now, aheadMs } = move
    const done = await runDueJobs(transaction, programId, now)
    return { kind: 'advanced', now, aheadMs, advancedMs: aheadMs - program.clock_ahead_ms, ...done }
  })
}

function sandboxState(program: ProgramRow, real: Date) {
  return {
    now: programInstant(real, program),
    aheadMs: program.clock_ahead_ms,
    timeZone: program.time_zone,
  }
}

/** Approves commissions whose hold has ended, like the job. */
async function runDueJobs(transaction: Transaction<Schema>, programId: number, now: Date) {
  let approvedCommissions = 0
  for (let batch = 1; batch <= sandboxLimits.clockApprovalBatches; batch++) {
    const approved = await approveDueCommissions(
      transaction,
      programId,
      now,
      commissionLimits.approvalBatchRows,
    )
    approvedCommissions += approved
    if (approved < commissionLimits.approvalBatchRows) return { approvedCommissions, isComplete: true }
  }
  return { approvedCommissions, isComplete: false }
}
