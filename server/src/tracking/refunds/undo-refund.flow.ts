import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { getActorKind } from '../../workspace/accounts/management-key.rule.ts'
import { lockedProgramInstant } from '../../workspace/programs/program-clock.flow.ts'
import { type RefundedSale, saveEvent, saveRefunded } from './apply-refund.flow.ts'
import { countRefunded, decideRefund } from './refund.rule.ts'
import { lockSale, lockShares, sumRefunds, withdrawRefund } from './refund.sql.ts'
import { findRefundEvent, resolveDuplicates } from './same-refund.sql.ts'

export type UndoneRefund =
  | ({ kind: 'undone' | 'already_undone' } & RefundedSale)
  | { kind: 'not_found' }
  /** The refund wasn't entered by the team, or it reverses a duplicate sale. */
  | { kind: 'not_undoable' }

/** The reason a report that previously changed nothing now counts. */
const COUNTED_INSTEAD =
  'Included in a refund reported earlier under another ID. Counted since the team’s refund was undone.'

/**
 * Undoes a refund that the team entered by mistake or that was reported again under another ID. The sale, commission,
 * fee and statistics are recalculated from the remaining reports, as after a failed refund, so amounts already paid out
 * or invoiced stay and the next payout and invoice contain the difference. The refund's ID can be reported again.
 * Idempotent.
 */
export function undoRefund(
  deps: Deps,
  program: { id: number; sandbox: boolean },
  {
    saleId,
    eventId,
    actorId,
    reason,
    receivedAt,
  }: { saleId: number; eventId: number; actorId: string; reason: string; receivedAt: Date },
): Promise<UndoneRefund> {
  return withTransaction(deps, async (transaction) => {
    const programId = program.id
    const at = await lockedProgramInstant(transaction, program, receivedAt)
    const context = { deps, transaction, programId, at }
    const sale = await lockSale(transaction, programId, saleId)
    if (sale === undefined || sale.amount_cents === null || sale.is_test) return { kind: 'not_found' }
    const { amount_cents } = sale
    const { commission, fee } = await lockShares(transaction, programId, saleId)
    const refund = await findRefundEvent(transaction, programId, { saleId, eventId })
    if (refund === undefined) return { kind: 'not_found' }
    if (refund.kind !== 'refund' || refund.source !== 'dashboard' || refund.voids_sale)
      return { kind: 'not_undoable' }
    const response = { sale_id: saleId, event_id: eventId, commission_id: commission?.id, amount_cents }
    if (refund.withdrawn_at !== null)
      return { kind: 'already_undone', ...response, refunded_cents: sale.refunded_cents }
    await withdrawRefund(transaction, programId, eventId, at)
    const sums = await sumRefunds(transaction, programId, saleId, { kind: 'refund' })
    const facts = { amount_cents, refunded_cents: sale.refunded_cents, rounding_cents: 0n, ...sums }
    // Counts the remaining reports again: the processor may have reported the same refund.
    const recount = decideRefund(facts, {
      kind: 'refund',
      amountIs: 'total_of_processor',
      amountCents: Number(sums.prior_reports.processor_cents),
    })
    if (recount.kind === 'insert')
      await saveEvent(context, {
        sale,
        report: {
          source: 'processor',
          actorUserId: actorId,
          reason: sale.erased_at === null ? COUNTED_INSTEAD : undefined,
        },
        decision: recount,
      })
    const refunded_cents = recount.kind === 'insert' ? recount.refunded_cents : countRefunded(facts)
    const cause = { actor: getActorKind(actorId), actor_user_id: actorId, reason: `refund undone: ${reason}` }
    const erased = sale.erased_at === null ? cause : { ...cause, reason: 'refund undone' }
    await saveRefunded(context, { sale, commission, fee, refunded_cents, cause: erased })
    await resolveDuplicates(transaction, programId, eventId, { actorId, at })
    return { kind: 'undone', ...response, refunded_cents }
  })
}
