import type { ConclusionStatus, TimelineItem } from '../../api/types.ts'
import type { LabelView } from '../../ui/badge.tsx'

/** What the partner gets. */
export const STANDINGS: Record<ConclusionStatus, LabelView> = {
  paid: { label: 'Paid', tone: 'good' },
  due: { label: 'Due', tone: 'accent' },
  waits: { label: 'Waits', tone: 'warn' },
  nothing: { label: 'Pays nothing', tone: 'bad' },
}

export const STORY_TYPES: Record<TimelineItem['type'], { label: string }> = {
  click: { label: 'Click' },
  lead: { label: 'Lead' },
  lead_settled: { label: 'Lead confirmed' },
  attributed: { label: 'Attributed by the team' },
  claim_accepted: { label: 'Claim accepted' },
  sale: { label: 'Sale' },
  rejected_request: { label: 'Rejected request' },
  refund: { label: 'Refund' },
  failed_refund: { label: 'Failed refund' },
  dispute: { label: 'Dispute' },
  dispute_won: { label: 'Dispute won' },
  commission: { label: 'Commission' },
  commission_change: { label: 'Commission changed' },
  payout_made: { label: 'Payout made' },
  payout_paid: { label: 'Payout paid' },
  payout_cancelled: { label: 'Payout cancelled' },
  payment: { label: 'Payment' },
}
