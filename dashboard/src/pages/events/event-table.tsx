import type { TrackedEvent } from '../../api/types.ts'
import { dayOf, formatClock, formatDay, formatInstant } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { t } from '../../messages/team-text.ts'
import { useProgram } from '../../session/use-program.ts'
import { Badge } from '../../ui/badge.tsx'
import { Table, Td, Th, Tr } from '../../ui/table.tsx'
import { EventBadge } from './event-badge.tsx'
import { eventName } from './event-labels.ts'

/** One row per event. Phones only show the distinguishing columns; the rest is in the panel. */
export function EventTable({
  events,
  opened,
  onOpen,
}: {
  events: TrackedEvent[]
  /** The event whose panel is open. */
  opened: string | undefined
  onOpen: (name: string) => void
}) {
  return (
    <Table label={t('events.events')}>
      <thead>
        <tr>
          <Th>{t('events.event')}</Th>
          <Th className="max-sm:hidden">{t('events.partner')}</Th>
          <Th className="max-lg:hidden">{t('events.details')}</Th>
          <Th align="right">{t('events.amount')}</Th>
          <Th align="right" className="max-md:hidden">
            {t('events.commission')}
          </Th>
          <Th align="right">{t('events.when')}</Th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => {
          const name = eventName(event)
          return <EventRow key={name} event={event} isOpened={name === opened} onOpen={() => onOpen(name)} />
        })}
      </tbody>
    </Table>
  )
}

function EventRow({
  event,
  isOpened,
  onOpen,
}: {
  event: TrackedEvent
  isOpened: boolean
  onOpen: () => void
}) {
  const { timeZone } = useProgram()
  const at = formatInstant(event.timestamp, timeZone)
  return (
    <Tr onClick={onOpen} {...(isOpened ? { className: 'bg-accent-soft' } : {})}>
      <Td>
        <button
          type="button"
          className="rounded-md"
          aria-haspopup="dialog"
          onClick={(press) => {
            press.stopPropagation()
            onOpen()
          }}
        >
          <EventBadge type={event.type} />
          <span className="sr-only"> {t('events.fromAtShowDetails', { at })}</span>
        </button>
        <span className="mt-1 block max-w-32 truncate text-ink-3 text-xs sm:hidden">
          {event.partner?.name}
        </span>
      </Td>
      <Td className="max-w-44 truncate max-sm:hidden">
        {event.partner?.name ?? <span className="text-ink-3">–</span>}
      </Td>
      <Td className="max-w-0 text-ink-2 max-lg:hidden lg:w-full">
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate">{about(event)}</span>
          {event.type === 'lead' && event.state === 'provisional' && (
            <Badge tone="warn">{t('events.provisional')}</Badge>
          )}
          {event.type === 'sale' && event.status === 'refunded' && (
            <Badge tone="bad">{t('events.refunded')}</Badge>
          )}
        </span>
      </Td>
      <Td align="right" className="whitespace-nowrap font-medium">
        {event.type === 'sale' && event.amountCents !== null ? (
          formatMoney(event.amountCents, event.currency)
        ) : (
          <span className="font-normal text-ink-3 max-sm:hidden">–</span>
        )}
      </Td>
      <Td align="right" className="whitespace-nowrap max-md:hidden">
        {event.type === 'click' || event.commission === null ? (
          <span className="text-ink-3">–</span>
        ) : (
          formatMoney(event.commission.amountCents, event.commission.currency)
        )}
      </Td>
      <Td align="right" className="whitespace-nowrap text-ink-3">
        <time dateTime={event.timestamp}>
          <span className="max-sm:hidden">{at}</span>
          <span className="sm:hidden">
            {formatDay(dayOf(event.timestamp, timeZone))}
            <br />
            {formatClock(event.timestamp, timeZone)}
          </span>
        </time>
      </Td>
    </Tr>
  )
}

function about(event: TrackedEvent): string {
  switch (event.type) {
    case 'click':
      return event.pageUrl ?? event.affiliateUrl ?? ''
    case 'lead':
      return event.customerKey ?? event.pageUrl ?? ''
    case 'sale':
      return [event.customerKey, event.transactionId].filter((part) => part !== null).join(' · ')
  }
}
