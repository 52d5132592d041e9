import type { TrackedEvent } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import { Badge } from '../../ui/badge.tsx'

/** Marks a lead that doesn't count. */
export function ProvisionalBadge({ event }: { event: TrackedEvent }) {
  if (event.type !== 'lead' || event.state !== 'provisional') return null
  return lacksSignup(event) ? (
    <Badge tone="neutral">{t('events.noSignupSent')}</Badge>
  ) : (
    <Badge tone="warn">{t('events.provisional')}</Badge>
  )
}

/** Returns whether a coupon code or the team created the lead. Leads from the server are never provisional. */
export function lacksSignup(event: TrackedEvent): boolean {
  return event.type === 'lead' && event.state === 'provisional' && event.source === 'server'
}
