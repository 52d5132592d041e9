import { clsx } from 'clsx'
import type { TrackedEvent } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import type { ListColumn } from '../../lists/list-table.ts'
import { t } from '../../messages/team-text.ts'
import { useProgram } from '../../session/use-program.ts'
import { Badge } from '../../ui/badge.tsx'
import { TALL_TARGET } from '../../ui/table.tsx'
import { EventBadge } from './event-badge.tsx'
import { ProvisionalBadge } from './provisional-badge.tsx'

export const EVENT_COLUMNS: readonly ListColumn<TrackedEvent>[] = [
  { id: 'event', name: t('events.event'), cell: (event) => <OpenEvent event={event} /> },
  {
    id: 'partner',
    name: t('events.partner'),
    className: 'max-w-44 truncate',
    card: 'detail',
    cell: (event) => event.partner?.name,
  },
  {
    id: 'details',
    name: t('events.details'),
    className: 'w-full min-w-24 max-w-0 text-ink-2',
    cell: (event) => <Details event={event} />,
  },
  {
    id: 'amount',
    name: t('events.amount'),
    align: 'right',
    className: 'whitespace-nowrap font-medium',
    card: 'detail',
    cell: (event) =>
      event.type === 'sale' &&
      event.amountCents !== null && (
        <>
          {formatMoney(event.amountCents, event.currency)}
          {event.refundedCents > 0 && (
            <Detail>
              {t('events.amountRefunded', { amount: formatMoney(event.refundedCents, event.currency) })}
            </Detail>
          )}
        </>
      ),
  },
  {
    id: 'commission',
    name: t('events.commission'),
    align: 'right',
    className: 'whitespace-nowrap',
    card: 'detail',
    cell: (event) => event.type !== 'click' && <RemainingCommission commission={event.commission} />,
  },
  {
    id: 'when',
    name: t('events.when'),
    align: 'right',
    className: 'whitespace-nowrap text-ink-3',
    card: 'status',
    cell: (event) => <When event={event} />,
  },
]

function Detail({ children }: { children: string }) {
  return <span className="block font-normal text-ink-3 text-xs">{children}</span>
}

/** The remaining commission, and its original amount. */
function RemainingCommission({
  commission,
}: {
  commission: Exclude<TrackedEvent, { type: 'click' }>['commission']
}) {
  if (commission === null) return null
  const { amountCents, reversedCents, currency } = commission
  return (
    <>
      {formatMoney(amountCents, currency)}
      {reversedCents > 0 && (
        <Detail>
          {t('events.ofAmount', { amount: formatMoney(amountCents + reversedCents, currency) })}
        </Detail>
      )}
    </>
  )
}

function OpenEvent({ event }: { event: TrackedEvent }) {
  const { timeZone } = useProgram()
  const at = formatInstant(event.timestamp, timeZone)
  return (
    <button type="button" className={clsx('rounded-md', TALL_TARGET)} aria-haspopup="dialog">
      <EventBadge type={event.type} />
      <span className="sr-only"> {t('events.fromAtShowDetails', { at })}</span>
    </button>
  )
}

function Details({ event }: { event: TrackedEvent }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="truncate">{eventSubject(event)}</span>
      <ProvisionalBadge event={event} />
      {event.type === 'sale' && event.status === 'refunded' && (
        <Badge tone="bad">{t('events.refunded')}</Badge>
      )}
      {event.type === 'sale' && event.status === 'paid' && event.refundedCents > 0 && (
        <Badge tone="warn">{t('events.partiallyRefunded')}</Badge>
      )}
    </span>
  )
}

function When({ event: { timestamp } }: { event: TrackedEvent }) {
  const { timeZone } = useProgram()
  return (
    <time dateTime={timestamp} className="text-ink-3">
      {formatInstant(timestamp, timeZone)}
    </time>
  )
}

function eventSubject(event: TrackedEvent): string {
  switch (event.type) {
    case 'click':
      return event.pageUrl ?? event.affiliateUrl ?? ''
    case 'lead':
      return event.customerKey ?? event.pageUrl ?? ''
    case 'sale':
      return [event.customerKey, event.transactionId].filter((part) => part !== null).join(' · ')
  }
}
