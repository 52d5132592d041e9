import type { PayoutStatus } from '../../api/types.ts'
import type { LabelView } from '../../ui/badge.tsx'

export const PAYOUT_STATUSES: Record<PayoutStatus, LabelView> = {
  open: { label: 'To be paid', tone: 'accent' },
  paid: { label: 'Paid', tone: 'good' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
}
