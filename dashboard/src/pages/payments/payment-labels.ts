import type { EventForReviewStatus, PaymentStatus } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'

export const PAYMENT_STATUSES: Record<PaymentStatus, { label: string }> = {
  unattributed: { label: t('payments.paymentStatuses.unattributed') },
  attributed: { label: t('payments.paymentStatuses.attributed') },
  dismissed: { label: t('payments.paymentStatuses.dismissed') },
}

export const EVENT_FOR_REVIEW_STATUSES: Record<EventForReviewStatus, { label: string }> = {
  open: { label: t('payments.eventForReviewStatuses.open') },
  resolved: { label: t('payments.eventForReviewStatuses.settled') },
}
