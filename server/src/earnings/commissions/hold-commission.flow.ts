import type { TransactionContext } from '../../core/database/transaction.ts'
import type { HoldReason } from '../../core/enums.ts'
import { insertCommissionChanges } from './commission-changes.sql.ts'
import { addHold, type Hold, removeHold } from './hold-commission.sql.ts'

/** Reasons recorded in the history when an approved commission is put on hold again. */
const HOLD_LOG_REASONS: Record<HoldReason, string> = {
  payment_link_missing: 'on hold: no event links its invoice to a payment',
  possible_duplicate: 'on hold: another sale has the same payment',
}

/**
 * Holds a sale's unpaid commission until the reason no longer applies or the commission is approved manually.
 * Idempotent.
 */
export async function holdCommission(
  { transaction, programId, at }: TransactionContext,
  hold: Hold,
): Promise<void> {
  const heldCommission = await addHold(transaction, programId, hold)
  if (heldCommission === undefined || heldCommission.status === 'pending') return
  await insertCommissionChanges(transaction, [
    {
      program_id: programId,
      commission_id: heldCommission.id,
      from_status: heldCommission.status,
      to_status: 'pending',
      from_amount_cents: heldCommission.left_cents,
      to_amount_cents: heldCommission.left_cents,
      actor: 'system',
      actor_user_id: null,
      reason: HOLD_LOG_REASONS[hold.reason],
      changed_at: at,
    },
  ])
}

/** Releases a hold whose reason no longer applies. Idempotent. */
export function releaseCommission(
  { transaction, programId }: TransactionContext,
  hold: { saleId: number; reason: HoldReason },
): Promise<void> {
  return removeHold(transaction, programId, hold)
}
