import type { WebhookEventType } from '../../api/types.ts'

/** What a merchant can be told of, in the order in which it happens. */
export const WEBHOOK_EVENTS: Record<WebhookEventType, string> = {
  'partner.approved': 'A partner may send people',
  'lead.settled': 'A signup counts',
  'sale.created': 'A partner’s customer has bought',
  'sale.refunded': 'Such a customer got money back',
  'commission.created': 'A partner has earned something',
  'commission.approved': 'It may be paid out',
  'commission.reversed': 'It was taken back, wholly or in part',
  'commission.paid': 'It is paid',
}

// safe because these are the keys just above
export const WEBHOOK_EVENT_TYPES = Object.keys(WEBHOOK_EVENTS) as WebhookEventType[]
