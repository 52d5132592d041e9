import type { PartnerStatus } from '../../api/types.ts'
import type { LabelView } from '../../ui/badge.tsx'

export const PARTNER_STATUSES: Record<PartnerStatus, LabelView> = {
  pending: { label: 'Pending', tone: 'warn' },
  approved: { label: 'Approved', tone: 'good' },
  rejected: { label: 'Rejected', tone: 'neutral' },
  closed: { label: 'Closed', tone: 'neutral' },
}
