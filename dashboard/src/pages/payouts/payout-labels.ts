import type { PayoutStatus } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import type { LabelView } from '../../ui/badge.tsx'

export const PAYOUT_STATUSES: Record<PayoutStatus, LabelView> = {
  open: { label: t('payouts.payoutStatuses.open'), tone: 'accent' },
  paid: { label: t('payouts.payoutStatuses.paid'), tone: 'good' },
  canceled: { label: t('payouts.payoutStatuses.canceled'), tone: 'neutral' },
}
