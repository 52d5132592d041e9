import type { PartnerStatus } from '../../api/types.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

export const PARTNER_STATUS_LABELS: Record<PartnerStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
}

const TONES: Record<PartnerStatus, Tone> = { pending: 'warn', approved: 'good', rejected: 'neutral' }

export function PartnerStatusBadge({ status }: { status: PartnerStatus }) {
  return <Badge tone={TONES[status]}>{PARTNER_STATUS_LABELS[status]}</Badge>
}
