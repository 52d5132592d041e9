import { type TransactionContext, withTransaction } from '../../core/database/transaction.ts'
import { WriteConflictError } from '../../core/database/write-conflict.ts'
import type { Deps } from '../../core/deps.ts'
import { commissionDay } from '../../core/time/stored-day.rule.ts'
import { publishAll } from '../../notifications/outbox/outbox.sql.ts'
import { addDailyStats } from '../../statistics/daily-stats.sql.ts'
import { randomShard } from '../../statistics/random-shard.flow.ts'
import { getActorKind } from '../../workspace/accounts/management-key.rule.ts'
import { findProgram } from '../../workspace/programs/programs.sql.ts'
import { insertCommissionChanges, readLatestChanges } from './commission-changes.sql.ts'
import { type Review, reviewCommission } from './commission-review.rule.ts'
import { type LockedCommission, lockCommissions, setReviewed } from './review-commissions.sql.ts'

export type ReviewOutcome =
  | { kind: 'reviewed'; changed: number; unchanged: number }
  /** Some commissions don't exist or their state doesn't allow the review. Nothing was changed. */
  | { kind: 'unknown' | 'rejected' | 'undecided' | 'not_withdrawable'; commissionIds: number[] }

/**
 * Approves or rejects commissions manually, or withdraws their approvals, and writes the audit log. Changes all of the
 * commissions or none. Rejecting reverses them permanently and removes them from the daily statistics.
 */
export function reviewCommissions(
  deps: Deps,
  programId: number,
  commissionIds: number[],
  { review, actorId, reason }: { review: Review; actorId: string; reason: string },
): Promise<ReviewOutcome> {
  return withTransaction(deps, async (transaction) => {
    const at = deps.clock.now()
    const commissions = await lockCommissions(transaction, programId, commissionIds)
    const foundIds = new Set(commissions.map(({ id }) => id))
    const unknownIds = commissionIds.filter((id) => !foundIds.has(id))
    if (unknownIds.length > 0) return { kind: 'unknown', commissionIds: unknownIds }

    const latestChanges = await readLatestChanges(transaction, programId, commissionIds)
    const decisions = commissions.map((commission) => ({
      commission,
      decision: reviewCommission(
        { ...commission, latest_change: latestChanges.find((one) => one.commission_id === commission.id) },
        review,
        actorId,
      ),
    }))
    for (const kind of ['rejected', 'undecided', 'not_withdrawable'] as const) {
      const ids = decisions
        .filter(({ decision }) => decision.kind === kind)
        .map(({ commission }) => commission.id)
      if (ids.length > 0) return { kind, commissionIds: ids }
    }

    const changedCommissions = decisions
      .filter(({ decision }) => decision.kind === 'change')
      .map(({ commission }) => commission)
    const ids = changedCommissions.map(({ id }) => id)
    await setReviewed(transaction, programId, ids, { review, at })
    await insertCommissionChanges(
      transaction,
      changedCommissions.map((commission) => ({
        program_id: programId,
        commission_id: commission.id,
        from_status: commission.status,
        to_status: STATUS_AFTER[review],
        from_amount_cents: remainingCents(commission),
        to_amount_cents: review === 'reject' ? 0 : remainingCents(commission),
        ended_hold: review === 'approve' ? commission.hold_reason : null,
        actor: getActorKind(actorId),
        actor_user_id: actorId,
        reason,
        changed_at: at,
      })),
    )
    if (review === 'reject') await subtractFromStats({ deps, transaction, programId, at }, changedCommissions)
    const type = EVENT_AFTER[review]
    const payloads = changedCommissions.map((commission) => toPayload(commission, review))
    await publishAll(transaction, programId, { type, data: payloads, at })
    return {
      kind: 'reviewed',
      changed: changedCommissions.length,
      unchanged: commissions.length - changedCommissions.length,
    }
  })
}

const STATUS_AFTER = { approve: 'approved', reject: 'reversed', withdraw: 'pending' } as const
const EVENT_AFTER = {
  approve: 'commission.approved',
  reject: 'commission.reversed',
  withdraw: 'commission.approval_withdrawn',
} as const

/** Subtracts rejected commissions from the statistics for the days on which they were counted. */
async function subtractFromStats(
  { deps, transaction, programId }: TransactionContext,
  commissions: readonly LockedCommission[],
): Promise<void> {
  const program = await findProgram(transaction, programId)
  if (program === undefined) throw new Error(`program ${programId} no longer exists`)
  const deltas = commissions.map((commission) => ({
    day: commissionDay(commission, program.time_zone),
    currency: commission.currency,
    customer_id: commission.customer_id,
    commission_cents: BigInt(-remainingCents(commission)),
  }))
  const shard = randomShard(deps.ids)
  const statsChange = { timeZone: program.time_zone, deltas, shard }
  if (!(await addDailyStats(transaction, programId, statsChange))) throw new WriteConflictError()
}

function toPayload(commission: LockedCommission, review: Review): Record<string, unknown> {
  const { id, partner_id, sale_id, customer_id, currency, amount_cents, hold_until } = commission
  const commonFields = { commission_id: id, partner_id, sale_id, customer_id, currency }
  return review === 'reject'
    ? { ...commonFields, amount_cents: 0, reversed_cents: amount_cents, status: 'reversed' }
    : { ...commonFields, amount_cents: remainingCents(commission), hold_until: hold_until.toISOString() }
}

function remainingCents({ amount_cents, reversed_cents }: LockedCommission): number {
  return amount_cents - reversed_cents
}
