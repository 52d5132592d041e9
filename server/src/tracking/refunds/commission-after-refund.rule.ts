import type { CommissionStatus } from '../../core/enums.ts'
import { reversedPart } from './refund.rule.ts'

/** The parts of a commission that a refund depends on. */
export interface RefundableCommission {
  amount_cents: number
  reversed_cents: number
  paid_cents: number
  status: CommissionStatus
  approved_at: Date | null
  rejected_at: Date | null
}

/**
 * Returns a commission after its sale's refunds changed: in proportion to what is left, or `reversed` if nothing is. If
 * money comes back (failed refund, won dispute), it returns to its last status: paid, approved or pending. A rejected
 * one stays reversed. Amounts already paid stay paid, and the next payout includes the difference.
 */
export function commissionAfterRefund(
  commission: RefundableCommission,
  sale: { amount_cents: number; refunded_cents: number },
): { status: CommissionStatus; reversed_cents: number } {
  const { amount_cents, reversed_cents, status } = commission
  if (commission.rejected_at !== null) return { status, reversed_cents }
  const isWhole = sale.refunded_cents === sale.amount_cents
  return {
    status: isWhole ? 'reversed' : status === 'reversed' ? restored(commission) : status,
    reversed_cents: reversedPart(amount_cents, sale.amount_cents, sale.refunded_cents),
  }
}

function restored({ paid_cents, approved_at }: RefundableCommission): CommissionStatus {
  if (paid_cents > 0) return 'paid'
  return approved_at === null ? 'pending' : 'approved'
}
