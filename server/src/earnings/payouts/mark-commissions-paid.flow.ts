import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { payoutBlocker } from '../../partners/enrollments/payout-blocker.rule.ts'
import { lockProgram } from '../../workspace/programs/programs.sql.ts'
import { lockCommissions } from '../commissions/review-commissions.sql.ts'
import { PAID_STATES } from './next-payout.rule.ts'
import { canBeMarkedPaid } from './payout-batch.rule.ts'
import { notifyOfPayouts } from './payout-mails.flow.ts'
import {
  createPayoutsFromCommissions,
  insertPayoutBatch,
  lockPayeeStates,
  type OpenedPayout,
  payOpenPayouts,
} from './payouts.sql.ts'

export type MarkOutcome =
  | { kind: 'marked'; batchId: number; payouts: OpenedPayout[] }
  /** Some commissions don't exist or can't be marked. Nothing was written. */
  | { kind: 'unknown' | 'rejected'; commissionIds: number[] }

/**
 * Marks commissions as paid outside a batch, all of them or none, and records them as one paid payout per partner and
 * currency.
 */
export async function markCommissionsPaid(
  deps: Deps,
  programId: number,
  { commissionIds, reference }: { commissionIds: number[]; reference: string | undefined },
  actorId: string,
): Promise<MarkOutcome> {
  return withTransaction(deps, async (transaction) => {
    await lockProgram(transaction, programId)
    const now = deps.clock.now()
    const commissions = await lockCommissions(transaction, programId, commissionIds)
    const foundIds = new Set(commissions.map(({ id }) => id))
    const unknownIds = commissionIds.filter((id) => !foundIds.has(id))
    if (unknownIds.length > 0) return { kind: 'unknown', commissionIds: unknownIds }
    const partnerIds = [...new Set(commissions.map(({ partner_id }) => partner_id))]
    const states = await lockPayeeStates(transaction, programId, partnerIds)
    const waitingIds = new Set(
      states.filter((one) => payoutBlocker(one) !== null).map(({ partner_id }) => partner_id),
    )
    const rejected = commissions
      .filter((commission) => waitingIds.has(commission.partner_id) || !canBeMarkedPaid(commission))
      .map(({ id }) => id)
    if (rejected.length > 0) return { kind: 'rejected', commissionIds: rejected }

    const batch = { program_id: programId, kind: 'manual', created_by: actorId, created_at: now } as const
    const batchId = await insertPayoutBatch(transaction, batch)
    const terms = {
      program_id: programId,
      batch_id: batchId,
      minimum_terms: { minimumCents: 1, minimums: {} },
      payees: { states: PAID_STATES, detailsAt: undefined },
      created_at: now,
    }
    const payouts = await createPayoutsFromCommissions(transaction, terms, commissionIds)
    const paid = payouts.map(({ id }) => ({ id, reference }))
    await payOpenPayouts(transaction, programId, paid, { actorId, at: now })
    const context = { deps, transaction, programId, at: now }
    await notifyOfPayouts(
      context,
      'payout_paid',
      paid.map(({ id }) => id),
    )
    return { kind: 'marked', batchId, payouts }
  })
}
