import type { Deps } from '../deps.ts'
import { type Review, reviewCommission } from '../rules/commission-review.ts'
import { reportDay } from '../rules/report-day.ts'
import { insertCommissionChanges } from '../store/commission-changes.ts'
import { addDailyStats } from '../store/daily-stats.ts'
import { tell } from '../store/outbox.ts'
import { findProgram } from '../store/programs.ts'
import { type LockedCommission, lockCommissions, setReviewed } from '../store/review-commissions.ts'
import { anyShard } from './any-shard.ts'
import { inTransaction } from './in-transaction.ts'
import { LostRace } from './lost-race.ts'

export type ReviewOutcome =
  | { kind: 'reviewed'; changed: number; unchanged: number }
  /** Some are not there, or stand where this cannot be done; nothing was changed. */
  | { kind: 'unknown' | 'refused'; commissionIds: number[] }

/**
 * Approves or rejects commissions by hand, all or none, with their rows in the audit log. A rejected one is
 * reversed for good: its day's statistics lose it.
 */
export function reviewCommissions(
  deps: Deps,
  programId: number,
  commissionIds: number[],
  { review, userId, reason }: { review: Review; userId: string; reason: string },
): Promise<ReviewOutcome> {
  return inTransaction(deps, async (transaction) => {
    const now = deps.clock.now()
    const commissions = await lockCommissions(transaction, programId, commissionIds)
    const found = new Set(commissions.map(({ id }) => id))
    const unknown = commissionIds.filter((id) => !found.has(id))
    if (unknown.length > 0) return { kind: 'unknown', commissionIds: unknown }

    const decided = commissions.map((commission) => ({
      commission,
      decision: reviewCommission(commission, review),
    }))
    const refused = decided.filter(({ decision }) => decision.kind === 'refused')
    if (refused.length > 0)
      return { kind: 'refused', commissionIds: refused.map(({ commission }) => commission.id) }

    const changed = decided
      .filter(({ decision }) => decision.kind === 'change')
      .map(({ commission }) => commission)
    const ids = changed.map(({ id }) => id)
    await setReviewed(transaction, programId, ids, review, now)
    await insertCommissionChanges(
      transaction,
      changed.map((commission) => ({
        program_id: programId,
        commission_id: commission.id,
        from_status: commission.status,
        to_status: review === 'approve' ? 'approved' : 'reversed',
        from_amount_cents: leftOf(commission),
        to_amount_cents: review === 'approve' ? leftOf(commission) : 0,
        actor: 'user',
        actor_user_id: userId,
        reason,
        changed_at: now,
      })),
    )
    if (review === 'reject') await uncount(deps, transaction, programId, changed)
    for (const commission of changed) await tellReview(transaction, programId, commission, review, now)
    return { kind: 'reviewed', changed: changed.length, unchanged: commissions.length - changed.length }
  })
}

type Transaction = Parameters<typeof lockCommissions>[0]

async function uncount(
  deps: Pick<Deps, 'ids'>,
  transaction: Transaction,
  programId: number,
  commissions: LockedCommission[],
): Promise<void> {
  const program = await findProgram(transaction, programId)
  if (program === undefined) throw new Error(`program ${programId} is gone`)
  const deltas = commissions.map((commission) => ({
    day: reportDay(commission.created_at, program.time_zone),
    currency: commission.currency,
    commission_cents: BigInt(-leftOf(commission)),
  }))
  const shard = anyShard(deps.ids)
  if (!(await addDailyStats(transaction, programId, program.time_zone, deltas, shard))) throw new LostRace()
}

function tellReview(
  transaction: Transaction,
  programId: number,
  commission: LockedCommission,
  review: Review,
  now: Date,
): Promise<void> {
  const { id, partner_id, sale_id, customer_id, currency, amount_cents, hold_until } = commission
  const about = { commission_id: id, partner_id, sale_id, customer_id, currency }
  if (review === 'approve') {
    const data = { ...about, amount_cents: leftOf(commission), hold_until: hold_until.toISOString() }
    return tell(transaction, programId, 'commission.approved', data, now)
  }
  const data = { ...about, amount_cents: 0, reversed_cents: amount_cents, status: 'reversed' }
  return tell(transaction, programId, 'commission.reversed', data, now)
}

function leftOf({ amount_cents, reversed_cents }: LockedCommission): number {
  return amount_cents - reversed_cents
}
