/** The events that webhooks can receive. */
export const EVENT_TYPES = [
  'lead.settled',
  'sale.created',
  'sale.adjusted',
  'sale.refunded',
  'commission.created',
  'commission.approved',
  'commission.approval_withdrawn',
  'commission.adjusted',
  'commission.reversed',
  'commission.paid',
  'partner.approved',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** Sent on demand to one webhook, regardless of its subscriptions. */
export const TEST_EVENT_TYPE = 'webhook.test'
