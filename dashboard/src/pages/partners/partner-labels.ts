import type { PartnerStatus } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import type { LabelView } from '../../ui/badge.tsx'

export const PARTNER_STATUSES: Record<PartnerStatus, LabelView> = {
  pending: { label: t('partners.partnerStatuses.pending'), tone: 'warn' },
  approved: { label: t('partners.partnerStatuses.approved'), tone: 'good' },
  rejected: { label: t('partners.partnerStatuses.rejected'), tone: 'neutral' },
  closed: { label: t('partners.partnerStatuses.closed'), tone: 'neutral' },
}
