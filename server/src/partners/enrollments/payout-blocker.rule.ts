import type { PayoutBlocker } from '../../core/enums.ts'
import type { PayoutEligibility } from './payout-eligibility.ts'

/**
 * Why what a partner is owed is not paid out, the weightier reason first; null when it is. Only approved partners, and
 * those who closed their account, whom nobody holds are paid.
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

/** What stands in the way, and what ends it. */
export const PAYOUT_BLOCKER_WORDS: Record<PayoutBlocker, string> = {
  partner_pending: 'its partner is not approved yet; approve the partner, or cancel the payout',
  partner_rejected: 'its partner is rejected; approve the partner, or cancel the payout',
  partner_held: 'the payouts of its partner are held; release the partner, or cancel the payout',
}
