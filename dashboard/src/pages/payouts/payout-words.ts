import type { PayoutStatus, PayoutWait } from '../../api/types.ts'
import type { WordView } from '../../ui/badge.tsx'

export const PAYOUT_STATUSES: Record<PayoutStatus, WordView> = {
  open: { label: 'To be paid', tone: 'accent' },
  paid: { label: 'Paid', tone: 'good' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
}

/** Why nothing is paid to a partner, and what ends it. */
export const PAYOUT_WAITS: Record<PayoutWait, WordView & { ends: string }> = {
  partner_pending: { label: 'Waits: not approved', tone: 'warn', ends: 'Approve the partner first.' },
  partner_rejected: {
    label: 'Waits: rejected',
    tone: 'warn',
    ends: 'Cancel the payout, or approve the partner again.',
  },
  partner_held: {
    label: 'Waits: held',
    tone: 'warn',
    ends: 'Release the partner’s payouts first, or cancel this one.',
  },
}
