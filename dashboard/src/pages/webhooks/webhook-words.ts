import type { DeliveryStatus, WebhookEventType } from '../../api/types.ts'
import type { LabelView } from '../../ui/badge.tsx'

/** What a merchant can be told of, in the order in which it happens. */
export const WEBHOOK_EVENT_TYPES: Record<WebhookEventType, { hint: string }> = {
  'partner.approved': { hint: 'A partner may send people' },
  'lead.settled': { hint: 'A signup counts' },
  'sale.created': { hint: 'A partner’s customer has bought' },
  'sale.adjusted': { hint: 'What the customer paid became known later' },
  'sale.refunded': { hint: 'Such a customer got money back' },
  'commission.created': { hint: 'A partner has earned something' },
  'commission.approved': { hint: 'It may be paid out' },
  'commission.adjusted': { hint: 'Its sale was corrected' },
  'commission.reversed': { hint: 'It was taken back, wholly or in part' },
  'commission.paid': { hint: 'It is paid' },
}

export const DELIVERY_STATUSES: Record<DeliveryStatus, LabelView> = {
  pending: { label: 'Waiting', tone: 'warn' },
  delivered: { label: 'Taken', tone: 'good' },
  failed: { label: 'Given up', tone: 'bad' },
}
