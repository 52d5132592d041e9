import { Link } from '@tanstack/react-router'
import type { EventType, RejectedRequest, TrackedEvent } from '../../api/types.ts'
import { formatInstant, formatTimeAgo } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { Spinner } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { EventBadge } from '../events/event-badge.tsx'
import { OUTCOMES, REQUEST_TYPES } from '../health/request-labels.ts'
import { textLink } from '../sign-in/entry-frame.tsx'
import { describeEvent, describeRejected, waitingFor } from './describe-event.ts'
import type { LiveTraffic } from './live-traffic.ts'

const TYPES: readonly EventType[] = ['click', 'lead', 'sale']

/** The latest real click, signup and sale, and the latest rejected requests with their reasons. */
export function LiveTrafficCard({ traffic }: { traffic: LiveTraffic }) {
  const { clock } = useProgram()
  if (!usePermissionCheck()('tracking:list')) return null
  const { latest, rejected } = traffic
  const readAt = traffic.readAt + (clock?.aheadMs ?? 0)
  return (
    <Card>
      <CardHeader
        title={t('integration.liveTraffic')}
        description={t('integration.realEventsUpdatesAutomatically')}
      />
      <ul className="mt-3 divide-y border-t">
        {TYPES.map((type) => (
          <LatestEvent key={type} type={type} event={latest[type]} readAt={readAt} />
        ))}
      </ul>
      {rejected.length > 0 && <Rejected rows={rejected} readAt={readAt} />}
    </Card>
  )
}

function LatestEvent({
  type,
  event,
  readAt,
}: {
  type: EventType
  event: TrackedEvent | null | undefined
  readAt: number
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 sm:px-5">
      <EventBadge type={type} />
      {event == null ? (
        <span className="flex min-w-0 flex-[1_1_8rem] items-center gap-2 text-ink-3">
          {event === null && <Spinner className="text-ink-3" />}
          {event === null ? waitingFor(type) : t('integration.loading')}
        </span>
      ) : (
        <span className="min-w-0 flex-[1_1_8rem] text-ink-2">{describeEvent(event, readAt)}</span>
      )}
    </li>
  )
}

function Rejected({ rows, readAt }: { rows: readonly RejectedRequest[]; readAt: number }) {
  const programId = useProgramId()
  const { timeZone } = useProgram()
  return (
    <section aria-labelledby="rejected-traffic" className="border-t px-4 py-3.5 sm:px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 id="rejected-traffic" className="font-medium">
          {t('integration.notCounted')}
        </h3>
        <Link to="/programs/$programId/rejected-requests" params={{ programId }} className={textLink}>
          {t('integration.viewAllRejectedRequests')}
        </Link>
      </div>
      <ul className="mt-1">
        {rows.map((row) => (
          <li key={row.id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-1.5">
            <span className="flex items-baseline gap-1.5">
              <LabelBadge label={REQUEST_TYPES[row.type].label} tone="neutral" />
              <LabelBadge {...OUTCOMES[row.outcome]} />
            </span>
            <span className="min-w-0 flex-[1_1_14rem] break-words text-ink-2">{describeRejected(row)}</span>
            <time
              dateTime={row.lastAt}
              title={formatInstant(row.lastAt, timeZone)}
              className="text-ink-3 text-xs"
            >
              {formatTimeAgo(row.lastAt, readAt)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  )
}
