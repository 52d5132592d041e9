import type { CommissionStatus } from '../../core/enums.ts'
import { reversedPart } from './refund.rule.ts'

/** What of a commission a refund looks at. */
export interface RefundableCommission {
  amount_cents: number
  reversed_cents: number
  paid_cents: number
  status: CommissionStatus
  approved_at: Date | null
  rejected_at: Date | null
}

/**
 * A commission after its sale's refunds changed: in proportion while something of the sale is left, `reversed`
 * when nothing is. When money comes back (a refund that failed, a dispute that was won) it stands where it stood:
 * paid when it was paid out, approved when it was approved, else pending. A rejected one stays reversed. What was
 * paid stays paid: the next payout takes up the difference.
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
