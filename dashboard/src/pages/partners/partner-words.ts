import type { PartnerStatus } from '../../api/types.ts'
import type { WordView } from '../../ui/badge.tsx'

export const PARTNER_STATUSES: Record<PartnerStatus, WordView> = {
  pending: { label: 'Pending', tone: 'warn' },
  approved: { label: 'Approved', tone: 'good' },
  rejected: { label: 'Rejected', tone: 'neutral' },
  closed: { label: 'Closed', tone: 'neutral' },
}
