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
import { hasPlaceForClicks } from '../../tracking/clicks/click-partitions.sql.ts'
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
      /** False when more is due than was done here: the job that approves takes the rest. */
      isComplete: boolean
    }
  | Exclude<ClockMove, { kind: 'moved' }>
  | { kind: 'not_a_sandbox' }
  /** The month that the clock would go to has no place for its clicks yet: nothing was moved. */
  | { kind: 'no_place' }

/**
 * Makes what the clicks of the time need to which a clock is to go. In no transaction: whoever makes a partition keeps all
 * clicks waiting until it is committed.
 */
export async function prepareAdvance(
  { database, coordinator = database, clock }: Pick<Deps, 'database' | 'coordinator' | 'clock'>,
  program: ProgramRow,
  duration: Temporal.Duration,
): Promise<void> {
  if (!program.sandbox) return
  const move = moveForward(standing(program, clock.now()), duration, sandboxLimits)
  if (move.kind === 'moved') await createPartitionsNow({ database: coordinator }, move.now)
}

/**
 * Moves the clock of a sandbox forward, and does what is due at the time that it comes to. It takes the program's row as
 * whoever counts its days anew does: who is writing by the time of before is waited for, and who comes meanwhile waits
 * and goes by the new time. So two who move it at once move it by both, and no clock goes back.
 */
export function advanceClock(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  programId: number,
  duration: Temporal.Duration,
): Promise<AdvanceOutcome> {
  return withTransaction({ database }, async (transaction) => {
    await allowLongStatements(transaction, statisticsLimits.jobStatementTimeoutMs)
    const program = await lockClock(transaction, programId)
    if (program === undefined) throw new Error(`program ${programId} is gone`)
    if (!program.sandbox) return { kind: 'not_a_sandbox' }
    const move = moveForward(standing(program, clock.now()), duration, sandboxLimits)
    if (move.kind !== 'moved') return move
    if (!(await hasPlaceForClicks(transaction, move.now))) return { kind: 'no_place' }
    await moveClock(transaction, programId, move.aheadMs)
    const { now, aheadMs } = move
    const done = await doWhatIsDue(transaction, programId, now)
    return { kind: 'advanced', now, aheadMs, advancedMs: aheadMs - program.clock_ahead_ms, ...done }
  })
}

function standing(program: ProgramRow, real: Date) {
  return {
    now: programInstant(real, program),
    aheadMs: program.clock_ahead_ms,
    timeZone: program.time_zone,
  }
}

/** What the jobs would do of this program: commissions whose hold has ended, as after a pause of the whole service. */
async function doWhatIsDue(transaction: Transaction<Schema>, programId: number, now: Date) {
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
