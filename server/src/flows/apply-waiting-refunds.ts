import type { Transaction } from 'kysely'
import { limits } from '../config.ts'
import type { Deps } from '../deps.ts'
import { listWaitingRefunds, type RefundRow, setRefundApplied, sumRefundTotals } from '../store/payments.ts'
import type { Schema } from '../store/schema.ts'
import { applyRefund, type RefundReport } from './apply-refund.ts'

/**
 * Applies what the processor reported about a payment to its sale, in the order in which it happened there.
 * @throws {LostRace} roll back and try again
 */
export async function applyWaitingRefunds(
  deps: Pick<Deps, 'ids'>,
  transaction: Transaction<Schema>,
  programId: number,
  paymentId: number,
  saleId: number,
  at: Date,
): Promise<void> {
  for (;;) {
    const waiting = await listWaitingRefunds(transaction, programId, paymentId, limits.waitingRefundRows)
    for (const refund of waiting) {
      await setRefundApplied(transaction, programId, refund.id, at)
      await applyOne(deps, transaction, refund, saleId, at)
    }
    if (waiting.length < limits.waitingRefundRows) return
  }
}

/**
 * A total of refunds holds those that fail later, and not those that failed before, whichever arrives first: so the
 * total is asked for again after each failure.
 */
async function applyOne(
  deps: Pick<Deps, 'ids'>,
  transaction: Transaction<Schema>,
  refund: RefundRow,
  saleId: number,
  at: Date,
): Promise<void> {
  const { program_id, payment_id, kind, refund_id, amount_cents, is_withdrawn } = refund
  const apply = (change: Pick<RefundReport, 'kind' | 'refund_id' | 'amount_cents' | 'isWithdrawn'>) => {
    const report = {
      ...change,
      isCapped: true,
      reason: refund.reason ?? undefined,
      source: 'processor',
    } as const
    return applyRefund(deps, transaction, program_id, saleId, report, at)
  }
  if (refund_id !== null) await apply({ kind, refund_id, amount_cents, isWithdrawn: is_withdrawn })
  if (kind === 'dispute') return
  const total = await sumRefundTotals(transaction, program_id, payment_id)
  if (total !== undefined) await apply({ kind: 'refund', refund_id: undefined, amount_cents: total })
}
