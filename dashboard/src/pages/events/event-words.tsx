import { CreditCard, MousePointerClick, UserPlus } from 'lucide-react'
import type { EventType, TrackedEvent } from '../../api/types.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

const WORDS: Record<EventType, { label: string; tone: Tone; icon: typeof CreditCard }> = {
  click: { label: 'Click', tone: 'neutral', icon: MousePointerClick },
  lead: { label: 'Lead', tone: 'accent', icon: UserPlus },
  sale: { label: 'Sale', tone: 'good', icon: CreditCard },
}

export function EventBadge({ type }: { type: EventType }) {
  const { label, tone, icon: Icon } = WORDS[type]
  return (
    <Badge tone={tone}>
      <Icon aria-hidden="true" />
      {label}
    </Badge>
  )
}

export function eventLabel(type: EventType): string {
  return WORDS[type].label
}

/** What names an event in an address: a click by its click id, the others by their number. */
export function eventName(event: TrackedEvent): string {
  return `${event.type}-${event.type === 'click' ? event.clickId : event.id}`
}

type AttributedBy = NonNullable<Extract<TrackedEvent, { type: 'sale' }>['attributedBy']>

/** How the customer of a sale was found. */
export const ATTRIBUTED_BY_WORDS: Record<AttributedBy, string> = {
  customer_key: 'the customer key',
  click_id: 'the click id',
  email: 'the e-mail address',
  processor_customer_id: 'the payment processor’s customer id',
  manual: 'a member, by hand',
}
