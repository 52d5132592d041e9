import type { DeliveryStatus, WebhookEventType } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import type { LabelView } from '../../ui/badge.tsx'

/** Event types in the order in which they happen. */
export const WEBHOOK_EVENT_TYPES: Record<WebhookEventType, { hint: string }> = {
  'partner.approved': { hint: t('webhooks.webhookEventTypes.partnerApproved.hint') },
  'lead.settled': { hint: t('webhooks.webhookEventTypes.leadSettled.hint') },
  'sale.created': { hint: t('webhooks.webhookEventTypes.saleCreated.hint') },
  'sale.adjusted': { hint: t('webhooks.webhookEventTypes.saleAdjusted.hint') },
  'sale.refunded': { hint: t('webhooks.webhookEventTypes.saleRefunded.hint') },
  'commission.created': { hint: t('webhooks.webhookEventTypes.commissionCreated.hint') },
  'commission.approved': { hint: t('webhooks.webhookEventTypes.commissionApproved.hint') },
  'commission.approval_withdrawn': {
    hint: t('webhooks.webhookEventTypes.commissionApprovalWithdrawn.hint'),
  },
  'commission.adjusted': { hint: t('webhooks.webhookEventTypes.commissionAdjusted.hint') },
  'commission.reversed': { hint: t('webhooks.webhookEventTypes.commissionReversed.hint') },
  'commission.paid': { hint: t('webhooks.webhookEventTypes.commissionPaid.hint') },
}

export const DELIVERY_STATUSES: Record<DeliveryStatus, LabelView> = {
  pending: { label: t('webhooks.deliveryStatuses.pending'), tone: 'warn' },
  delivered: { label: t('webhooks.deliveryStatuses.delivered'), tone: 'good' },
  failed: { label: t('webhooks.deliveryStatuses.failed'), tone: 'bad' },
}
