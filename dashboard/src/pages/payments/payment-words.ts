import type { EventForReviewStatus, PaymentStatus } from '../../api/types.ts'

/** What became of a payment that found no buyer. */
export const PAYMENT_STATUSES: Record<PaymentStatus, { label: string }> = {
  unattributed: { label: 'Open' },
  attributed: { label: 'Attributed' },
  dismissed: { label: 'Dismissed' },
}

/** Whether somebody has seen to a kept event. */
export const EVENT_FOR_REVIEW_STATUSES: Record<EventForReviewStatus, { label: string }> = {
  open: { label: 'Open' },
  settled: { label: 'Seen to' },
}
