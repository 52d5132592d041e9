import { useQuery } from '@tanstack/react-query'
import { Radio, ShieldAlert } from 'lucide-react'
import { processorEventsQuery, processorQuery } from '../../api/processor-queries.ts'
import type { ProcessorEvent } from '../../api/types.ts'
import { formatInstant, formatTimeAgo } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { Badge, LabelBadge, type LabelView } from '../../ui/badge.tsx'
import { CopyIconButton } from '../../ui/copy.tsx'
import { Loaded } from '../../ui/loaded.tsx'

const REFRESH_MS = 4000

/** Events that have arrived since the account was connected; updates automatically. */
export function ArrivedEvents() {
  const query = useQuery({ ...processorEventsQuery(useProgramId()), refetchInterval: REFRESH_MS })
  return (
    <section aria-label={t('payments.arrived.title')} className="flex min-w-0 flex-col gap-1.5">
      <p className="font-medium">{t('payments.arrived.title')}</p>
      <RejectedEvents />
      <Loaded query={query} loadingRows={2}>
        {(events) =>
          events.length === 0 ? (
            <WaitingForEvents />
          ) : (
            <EventList events={events} readAt={query.dataUpdatedAt} />
          )
        }
      </Loaded>
    </section>
  )
}

/** Warns of events with an invalid signature; hidden once a valid one has arrived. */
function RejectedEvents() {
  const { timeZone } = useProgram()
  const query = useQuery({ ...processorQuery(useProgramId()), refetchInterval: REFRESH_MS })
  const rejected = query.data?.rejectedEvents ?? null
  if (rejected === null) return null
  return (
    <p role="status" className="flex items-start gap-2.5 rounded-lg bg-bad-soft px-4 py-3 text-bad">
      <ShieldAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {t('payments.arrived.rejected', {
        events: rejected.events,
        receivedAt: formatInstant(rejected.newestReceivedAt, timeZone),
      })}
    </p>
  )
}

function WaitingForEvents() {
  return (
    <p role="status" className="flex items-start gap-2.5 rounded-lg bg-fill px-4 py-3 text-ink-2">
      <Radio aria-hidden="true" className="mt-0.5 size-4 shrink-0 animate-pulse text-accent" />
      {t('payments.arrived.waiting')}
    </p>
  )
}

function EventList({ events, readAt }: { events: readonly ProcessorEvent[]; readAt: number }) {
  const { timeZone } = useProgram()
  return (
    <ul className="divide-y rounded-lg border">
      {events.map(({ eventId, type, outcome, isLive, receivedAt, ...event }) => (
        <li key={eventId} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-2.5">
          <span className="min-w-0 flex-[1_1_12rem] break-words font-mono text-[0.8125rem]">
            {type}
            <AboutPayment {...event} />
            <span className="flex min-w-0 items-center gap-1 text-ink-3 text-xs">
              <code className="wrap-anywhere">{eventId}</code>
              <CopyIconButton text={eventId} what={t('payments.eventID')} />
            </span>
          </span>
          {!isLive && <Badge tone="warn">{t('payments.arrived.testMode')}</Badge>}
          <LabelBadge {...outcomeView(outcome)} />
          <time
            dateTime={receivedAt}
            title={formatInstant(receivedAt, timeZone)}
            className="text-ink-3 text-xs"
          >
            {formatTimeAgo(receivedAt, readAt)}
          </time>
        </li>
      ))}
    </ul>
  )
}

/** The IDs by which the merchant recognizes the order. */
function AboutPayment({ paymentId, customerKey }: Pick<ProcessorEvent, 'paymentId' | 'customerKey'>) {
  const parts = [
    paymentId !== null && t('payments.arrived.payment', { paymentId }),
    customerKey !== null && t('payments.arrived.customer', { customerKey }),
  ].filter((part) => part !== false)
  return parts.length === 0 ? null : (
    <span className="block wrap-anywhere font-sans text-ink-2 text-xs">{parts.join(' · ')}</span>
  )
}

const OUTCOMES: Readonly<Record<string, LabelView>> = {
  attributed: { label: t('payments.outcomes.attributed'), tone: 'good' },
  applied: { label: t('payments.outcomes.applied'), tone: 'good' },
  test_sale: { label: t('payments.outcomes.testSale'), tone: 'good' },
  unattributed: { label: t('payments.outcomes.unattributed'), tone: 'warn' },
  waiting: { label: t('payments.outcomes.waiting'), tone: 'warn' },
  kept: { label: t('payments.outcomes.kept'), tone: 'warn' },
  ignored: { label: t('payments.outcomes.ignored'), tone: 'neutral' },
}

/** All other outcomes link events or update what is known. */
function outcomeView(outcome: string): LabelView {
  return OUTCOMES[outcome] ?? { label: t('payments.outcomes.processed'), tone: 'neutral' }
}
