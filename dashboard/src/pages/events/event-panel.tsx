import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { eventQuery } from '../../api/queries.ts'
import type { EventDetails, EventType } from '../../api/types.ts'
import { formatExactInstant } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { Badge, LabelBadge } from '../../ui/badge.tsx'
import { CopyIconButton } from '../../ui/copy.tsx'
import { SidePanel } from '../../ui/dialog.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { COMMISSION_STATUSES } from '../commissions/commission-words.ts'
import { ATTRIBUTED_BY_WORDS, EVENT_TYPES, parseEventName } from './event-words.ts'
import { explainEarning } from './explain-earning.ts'
import { Refunds } from './refunds.tsx'
import { Timeline } from './timeline.tsx'

/** All that is known about the event in the address: what it is, how it came about, what it earned and why. */
export function EventPanel({ name, onClose }: { name: string | undefined; onClose: () => void }) {
  // What was open stays drawn while the panel closes.
  const [last, setLast] = useState(name)
  if (name !== undefined && name !== last) setLast(name)
  const key = parseEventName(name ?? last ?? '')
  return (
    <SidePanel
      isOpen={name !== undefined}
      onClose={onClose}
      title={key === undefined ? 'Event' : EVENT_TYPES[key.type].label}
    >
      {key !== undefined && <PanelBody type={key.type} eventId={key.eventId} />}
    </SidePanel>
  )
}

function PanelBody({ type, eventId }: { type: EventType; eventId: string }) {
  const query = useQuery(eventQuery(useProgramId(), type, eventId))
  return (
    <Loaded query={query} loadingRows={6}>
      {(details) => (
        <div className="flex flex-col gap-6">
          <Headline details={details} />
          <section>
            <SectionTitle>How it came about</SectionTitle>
            <Timeline details={details} />
          </section>
          <section>
            <SectionTitle>Commission</SectionTitle>
            <Earning details={details} />
          </section>
          <RefundSection details={details} />
          <section>
            <SectionTitle>All fields</SectionTitle>
            <EventFacts details={details} />
          </section>
        </div>
      )}
    </Loaded>
  )
}

/** Only a live sale has an amount that can go back. */
function RefundSection({ details: { event, refunds } }: { details: EventDetails }) {
  if (event.type !== 'sale' || event.isTest || event.amountCents === null) return null
  return (
    <section>
      <SectionTitle>Refunds</SectionTitle>
      <Refunds sale={{ ...event, amountCents: event.amountCents }} refunds={refunds} />
    </section>
  )
}

function SectionTitle({ children }: { children: string }) {
  return <h3 className="mb-2.5 font-medium text-ink-3 text-xs">{children}</h3>
}

function Headline({ details: { event, partner } }: { details: EventDetails }) {
  const { timeZone } = useProgram()
  const amount =
    event.type === 'sale' && event.amountCents !== null
      ? formatMoney(event.amountCents, event.currency)
      : undefined
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2 empty:hidden">
        {event.isTest && <Badge tone="warn">Test</Badge>}
        {event.type === 'lead' && event.state === 'provisional' && <Badge tone="warn">Provisional</Badge>}
        {event.type === 'sale' && event.status === 'refunded' && <Badge tone="bad">Refunded</Badge>}
        {event.type === 'sale' && event.status === 'paid' && event.refundedCents > 0 && (
          <Badge tone="warn">Partly refunded</Badge>
        )}
      </div>
      {amount !== undefined && <p className="font-semibold text-2xl tabular-nums tracking-tight">{amount}</p>}
      <p className="mt-1 text-ink-2">
        {partner === null ? 'No partner' : `By ${partner.name}`},{' '}
        {formatExactInstant(event.timestamp, timeZone)}
      </p>
    </div>
  )
}

function Earning({ details }: { details: EventDetails }) {
  const { timeZone } = useProgram()
  const { commission, platformFee } = details
  return (
    <div className="rounded-lg border px-4 py-3.5">
      {commission !== null && (
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold text-base tabular-nums">
            {formatMoney(commission.amountCents - commission.reversedCents, commission.currency)}
          </span>
          <LabelBadge {...COMMISSION_STATUSES[commission.status]} />
        </p>
      )}
      <p className={commission === null ? 'text-ink-2' : 'mt-1 text-ink-2'}>{explainEarning(details)}</p>
      {commission !== null && commission.reversedCents > 0 && (
        <p className="mt-1 text-ink-2">
          It was {formatMoney(commission.amountCents, commission.currency)};{' '}
          {formatMoney(commission.reversedCents, commission.currency)} was taken back.
        </p>
      )}
      {commission?.status === 'pending' && (
        <p className="mt-1 text-ink-3">Held until {formatExactInstant(commission.holdUntil, timeZone)}.</p>
      )}
      {platformFee !== null && (
        <p className="mt-1 text-ink-3">
          Platform fee:{' '}
          {formatMoney(platformFee.amountCents - platformFee.reversedCents, platformFee.currency)}.
        </p>
      )}
    </div>
  )
}

function EventFacts({ details: { event, partner, customer, click } }: { details: EventDetails }) {
  const { timeZone } = useProgram()
  return (
    <Facts>
      <Fact name="Number">{event.id}</Fact>
      <Fact name="Partner">{partner !== null && `${partner.name} (${partner.email})`}</Fact>
      <Fact name="Link code">{click?.linkCode}</Fact>
      <Fact name="Customer key">{customer?.customerKey}</Fact>
      <Fact name="Click id">
        {click !== null && (
          <span className="flex items-start gap-1">
            <code className="font-mono text-[0.8125rem]">{click.clickId}</code>
            <CopyIconButton text={click.clickId} what="click id" className="-my-1.5" />
          </span>
        )}
      </Fact>
      {event.type === 'click' && (
        <>
          <Fact name="Page">{event.pageUrl}</Fact>
          <Fact name="Page title">{event.pageTitle}</Fact>
          <Fact name="Followed link">{event.affiliateUrl}</Fact>
          <Fact name="Came from">{event.referrerUrl}</Fact>
          <Fact name="Session">{event.sessionId}</Fact>
          <Fact name="Browser">{event.userAgent}</Fact>
          <Fact name="Screen">{event.screenResolution}</Fact>
          <Fact name="Window">{event.viewportSize}</Fact>
          <Fact name="Language">{event.language}</Fact>
          <Fact name="Time zone">{event.timezone}</Fact>
          <Fact name="Consent">{event.consent}</Fact>
        </>
      )}
      {event.type === 'lead' && (
        <>
          <Fact name="Sent by">{event.source}</Fact>
          <Fact name="Settled by">{event.settledBy}</Fact>
          <Fact name="Settled">
            {event.settledAt !== null && formatExactInstant(event.settledAt, timeZone)}
          </Fact>
          <Fact name="Page">{event.pageUrl}</Fact>
          <Fact name="Session">{event.sessionId}</Fact>
        </>
      )}
      {event.type === 'sale' && (
        <>
          <Fact name="Transaction">{event.transactionId}</Fact>
          <Fact name="Found by">
            {event.attributedBy !== null && ATTRIBUTED_BY_WORDS[event.attributedBy]}
          </Fact>
          <Fact name="Type">{event.saleType}</Fact>
          <Fact name="Recurring">{event.isRecurring ? 'yes' : 'no'}</Fact>
          <Fact name="Subscription">{event.subscriptionId}</Fact>
          <Fact name="Interval">{event.subscriptionInterval}</Fact>
          <Fact name="Product">{event.productId}</Fact>
          <Fact name="Tax">
            {event.taxAmountCents !== null && formatMoney(event.taxAmountCents, event.currency)}
          </Fact>
          <Fact name="Occurred">
            {event.occurredAt !== null && formatExactInstant(event.occurredAt, timeZone)}
          </Fact>
          <Fact name="Provider">{event.provider}</Fact>
          <Fact name="Provider payment">{event.providerPaymentId}</Fact>
          <Fact name="Refunded">
            {event.refundedCents > 0 && formatMoney(event.refundedCents, event.currency)}
          </Fact>
        </>
      )}
    </Facts>
  )
}
