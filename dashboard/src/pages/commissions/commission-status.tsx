import type { CommissionStatus } from '../../api/types.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

export const COMMISSION_STATUS_LABELS: Record<CommissionStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  paid: 'Paid',
  reversed: 'Reversed',
}

const TONES: Record<CommissionStatus, Tone> = {
  pending: 'warn',
  approved: 'accent',
  paid: 'good',
  reversed: 'bad',
}

export function CommissionStatusBadge({ status }: { status: CommissionStatus }) {
  return <Badge tone={TONES[status]}>{COMMISSION_STATUS_LABELS[status]}</Badge>
}
