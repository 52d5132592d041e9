import type { KeptEventStatus, PaymentStatus } from '../../api/types.ts'

/** What became of a payment that found no buyer. */
export const PAYMENT_STATUSES: Record<PaymentStatus, { label: string }> = {
  unattributed: { label: 'Open' },
  attributed: { label: 'Attributed' },
  dismissed: { label: 'Dismissed' },
}

/** Whether somebody has seen to a kept event. */
export const KEPT_EVENT_STATUSES: Record<KeptEventStatus, { label: string }> = {
  open: { label: 'Open' },
  settled: { label: 'Seen to' },
}
