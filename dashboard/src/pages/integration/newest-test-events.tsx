import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import { eventsQuery } from '../../api/queries.ts'
import type { TrackedEvent } from '../../api/types.ts'
import { formatInstant, formatTimeAgo } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { EventBadge } from '../events/event-badge.tsx'
import { eventName } from '../events/event-labels.ts'

const SHOWN = 8
const REFRESH_MS = 4000

function newestTestEvents(programId: string) {
  return { ...eventsQuery(programId, { mode: 'test' }, SHOWN), refetchInterval: REFRESH_MS }
}

export function useNewestTestEvents(): TrackedEvent[] {
  const { data } = useInfiniteQuery(newestTestEvents(useProgramId()))
  return data?.pages[0]?.data ?? []
}

/** The newest test events from any source: this page, or the merchant's site and server. */
export function NewestTestEvents() {
  const programId = useProgramId()
  const can = usePermissionCheck()
  const query = useInfiniteQuery(newestTestEvents(programId))
  if (!can('tracking:list')) return null
  return (
    <Card>
      <CardHeader
        title={t('integration.latestTestEvents')}
        description={t('integration.fromThisPageYourSite')}
        actions={
          <Button asChild size="small">
            <Link to="/programs/$programId/events" params={{ programId }} search={{ mode: 'test' }}>
              {t('integration.viewAllTestEvents')}
            </Link>
          </Button>
        }
      />
      <Loaded query={query} loadingRows={3}>
        {({ pages }) => <TestEvents events={pages[0]?.data ?? []} readAt={query.dataUpdatedAt} />}
      </Loaded>
    </Card>
  )
}

function TestEvents({ events, readAt }: { events: TrackedEvent[]; readAt: number }) {
  const { timeZone } = useProgram()
  if (events.length === 0) {
    return (
      <EmptyState icon={FlaskConical} title={t('integration.noTestEventsYet')}>
        {t('integration.sendOneWithButtonsAbove')}
      </EmptyState>
    )
  }
  return (
    <ul className="mt-3 divide-y border-t">
      {events.map((event) => (
        <li
          key={eventName(event)}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 sm:px-5"
        >
          <EventBadge type={event.type} />
          <span className="min-w-0 flex-[1_1_8rem] truncate text-ink-2">{describe(event)}</span>
          <time
            dateTime={event.timestamp}
            title={formatInstant(event.timestamp, timeZone)}
            className="text-ink-3 text-xs"
          >
            {formatTimeAgo(event.timestamp, readAt)}
          </time>
        </li>
      ))}
    </ul>
  )
}

function describe(event: TrackedEvent): string {
  switch (event.type) {
    case 'click':
      return event.pageUrl ?? t('integration.clickId', { id: event.id })
    case 'lead':
      return event.pageUrl ?? t('integration.sourceSource', { source: event.source })
    case 'sale':
      return event.amountCents === null
        ? event.transactionId
        : `${formatMoney(event.amountCents, event.currency)} · ${event.transactionId}`
  }
}
