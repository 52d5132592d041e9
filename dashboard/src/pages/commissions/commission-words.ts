import type { Commission, CommissionStatus, HoldReason } from '../../api/types.ts'
import type { LabelView } from '../../ui/badge.tsx'

export const COMMISSION_STATUSES: Record<CommissionStatus, LabelView> = {
  pending: { label: 'Pending', tone: 'warn' },
  approved: { label: 'Approved', tone: 'accent' },
  paid: { label: 'Paid', tone: 'good' },
  reversed: { label: 'Reversed', tone: 'bad' },
}

/** Why a commission waits beyond its hold period: for a filter, and for people who want to know more. */
export const HOLD_REASONS: Record<HoldReason, { label: string; why: string }> = {
  payment_link_missing: {
    label: 'On hold: no payment link',
    why: 'No event of the processor links the invoice to its payment, so a refund of it would not be found. It is released when the link arrives, or when you approve it.',
  },
  possible_duplicate: {
    label: 'On hold: possible duplicate',
    why: 'Another sale names the same payment. Compare both sales, then decide whether both are real.',
  },
}

/** What a commission is for. */
export const COMMISSION_KINDS: Record<Commission['kind'], { label: string }> = {
  sale: { label: 'Sales only' },
  lead: { label: 'Leads only' },
}
