import type { PayoutBlocker } from '../../core/enums.ts'
import type { PayoutEligibility } from './payout-eligibility.ts'

/**
 * Returns what blocks a partner's payouts, most important reason first, or null. Only approved and closed partners who
 * aren't paused are paid.
 */
export function payoutBlocker({ status, payout_hold_reason }: PayoutEligibility): PayoutBlocker | null {
  switch (status) {
    case 'rejected':
      return 'partner_rejected'
    case 'pending':
      return 'partner_pending'
    case 'approved':
    case 'closed':
      return payout_hold_reason === null ? null : 'partner_held'
  }
}

/** Describes each blocker and how to resolve it. */
export const PAYOUT_BLOCKER_TEXT: Record<PayoutBlocker, string> = {
  partner_pending: 'the partner is not approved yet. Approve them or cancel the payout',
  partner_rejected: 'the partner is rejected. Approve them or cancel the payout',
  partner_held: 'the partner’s payouts are paused. Resume them or cancel the payout',
}
