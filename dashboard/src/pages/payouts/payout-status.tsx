import type { PayoutStatus } from '../../api/types.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

export const PAYOUT_STATUS_LABELS: Record<PayoutStatus, string> = {
  open: 'To be paid',
  paid: 'Paid',
  cancelled: 'Cancelled',
}

const TONES: Record<PayoutStatus, Tone> = { open: 'accent', paid: 'good', cancelled: 'neutral' }

export function PayoutStatusBadge({ status }: { status: PayoutStatus }) {
  return <Badge tone={TONES[status]}>{PAYOUT_STATUS_LABELS[status]}</Badge>
}
