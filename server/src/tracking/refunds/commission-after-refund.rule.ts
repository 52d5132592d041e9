import type { CommissionStatus } from '../../core/enums.ts'
import { reversedPart } from './refund.rule.ts'

/** The commission fields that a refund's effect depends on. */
export interface RefundableCommission {
  amount_cents: number
  reversed_cents: number
  paid_cents: number
  status: CommissionStatus
  approved_at: Date | null
  rejected_at: Date | null
}

/**
 * Returns a commission after its sale's refunds have changed: in proportion to the remaining amount, or `reversed`
 * if nothing remains. After a failed refund or a won dispute, the commission returns to its last status: paid,
 * approved or pending. A rejected commission stays reversed. Paid amounts don't change, and the next payout
 * includes the difference.
 */
export function commissionAfterRefund(
  commission: RefundableCommission,
  sale: { amount_cents: number; refunded_cents: number },
): { status: CommissionStatus; reversed_cents: number } {
  const { amount_cents, reversed_cents, status } = commission
  if (commission.rejected_at !== null) return { status, reversed_cents }
  const isFullyRefunded = sale.refunded_cents === sale.amount_cents
  return {
    status: isFullyRefunded ? 'reversed' : status === 'reversed' ? restoredStatus(commission) : status,
    reversed_cents: reversedPart(amount_cents, sale.amount_cents, sale.refunded_cents),
  }
}

function restoredStatus({ paid_cents, approved_at }: RefundableCommission): CommissionStatus {
  if (paid_cents > 0) return 'paid'
  return approved_at === null ? 'pending' : 'approved'
}
