import { CreditCard, type LucideIcon, MousePointerClick, UserPlus } from 'lucide-react'
import type { EventType } from '../../api/types.ts'
import { Badge } from '../../ui/badge.tsx'
import { EVENT_TYPES } from './event-labels.ts'

const ICONS: Record<EventType, LucideIcon> = { click: MousePointerClick, lead: UserPlus, sale: CreditCard }

export function EventBadge({ type }: { type: EventType }) {
  const { label, tone } = EVENT_TYPES[type]
  const Icon = ICONS[type]
  return (
    <Badge tone={tone}>
      <Icon aria-hidden="true" />
      {label}
    </Badge>
  )
}
