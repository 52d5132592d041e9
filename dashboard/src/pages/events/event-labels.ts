import type { EventType, TrackedEvent } from '../../api/types.ts'
import { enumValues } from '../../format/enums.ts'
import { t } from '../../messages/team-text.ts'
import type { LabelView } from '../../ui/badge.tsx'

export const EVENT_TYPES: Record<EventType, LabelView & { many: string }> = {
  click: { label: t('events.eventTypes.click'), many: t('events.eventTypes.click.many'), tone: 'neutral' },
  lead: { label: t('events.eventTypes.lead'), many: t('events.eventTypes.lead.many'), tone: 'accent' },
  sale: { label: t('events.eventTypes.sale'), many: t('events.eventTypes.sale.many'), tone: 'good' },
}

/** Returns the event's name in URLs: a click's ID, or another event's number. */
export function eventName(event: TrackedEvent): string {
  return `${event.type}-${event.type === 'click' ? event.clickId : event.id}`
}

const NAME = new RegExp(`^(${enumValues(EVENT_TYPES).join('|')})-([\\w-]{1,100})$`)

export function parseEventName(name: string): { type: EventType; eventId: string } | undefined {
  const [, typed, eventId] = NAME.exec(name) ?? []
  const type = enumValues(EVENT_TYPES).find((one) => one === typed)
  return type === undefined || eventId === undefined ? undefined : { type, eventId }
}

type AttributedBy = NonNullable<Extract<TrackedEvent, { type: 'sale' }>['attributedBy']>

/** How a sale's customer was identified. */
export const ATTRIBUTED_BY_LABELS: Record<AttributedBy, string> = {
  customer_key: t('events.attributedByLabels.customerKey'),
  click_id: t('events.attributedByLabels.clickId'),
  email: t('events.attributedByLabels.email'),
  processor_customer_id: t('events.attributedByLabels.processorCustomerId'),
  manual: t('events.attributedByLabels.manual'),
  coupon_code: t('events.attributedByLabels.couponCode'),
}

type Sale = Extract<TrackedEvent, { type: 'sale' }>
type Lead = Extract<TrackedEvent, { type: 'lead' }>

export const SALE_TYPES: Record<Sale['saleType'], string> = {
  payment: t('events.saleTypes.payment'),
  subscription: t('events.saleTypes.subscription'),
}

export const INTERVALS: Record<NonNullable<Sale['subscriptionInterval']>, string> = {
  monthly: t('events.intervals.monthly'),
  quarterly: t('events.intervals.quarterly'),
  annual: t('events.intervals.annual'),
}

/** What sent or confirmed a lead. */
export const LEAD_SETTLERS: Record<NonNullable<Lead['settledBy']>, string> = {
  browser: t('events.leadSettlers.browser'),
  server: t('events.leadSettlers.server'),
  payment: t('events.leadSettlers.payment'),
}
