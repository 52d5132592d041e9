import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { eventQuery } from '../../api/queries.ts'
import type { EventDetails, EventType, TrackedEvent } from '../../api/types.ts'
import { formatExactInstant } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { t } from '../../messages/team-text.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { Badge, LabelBadge } from '../../ui/badge.tsx'
import { CopyIconButton } from '../../ui/copy.tsx'
import { DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { SidePanel } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { COMMISSION_STATUSES } from '../commissions/commission-labels.ts'
import { textLink } from '../sign-in/entry-frame.tsx'
import {
  ATTRIBUTED_BY_LABELS,
  EVENT_TYPES,
  INTERVALS,
  LEAD_SETTLERS,
  parseEventName,
  SALE_TYPES,
} from './event-labels.ts'
import { explainEarning } from './explain-earning.ts'
import { ProvisionalBadge } from './provisional-badge.tsx'
import { Refunds } from './refunds.tsx'
import { Timeline } from './timeline.tsx'

/** The event in the URL: details, timeline, earnings and reasons. */
export function EventPanel({ name, onClose }: { name: string | undefined; onClose: () => void }) {
  // Keeps the last event rendered during the closing animation.
  const [last, setLast] = useState(name)
  if (name !== undefined && name !== last) setLast(name)
  const key = parseEventName(name ?? last ?? '')
  return (
    <SidePanel
      isOpen={name !== undefined}
      onClose={onClose}
      title={key === undefined ? t('events.event') : EVENT_TYPES[key.type].label}
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
            <SectionTitle>{t('events.timeline')}</SectionTitle>
            <Timeline details={details} />
          </section>
          <section>
            <SectionTitle>{t('events.commission')}</SectionTitle>
            <Earning details={details} />
            <OrderLookup details={details} />
          </section>
          <RefundSection details={details} />
          <section>
            <SectionTitle>{t('events.allFields')}</SectionTitle>
            <EventSummary details={details} />
          </section>
        </div>
      )}
    </Loaded>
  )
}

/** Shows which click or code won, and why. */
function OrderLookup({ details: { event } }: { details: EventDetails }) {
  const programId = useProgramId()
  if (event.type !== 'sale' || event.isTest) return null
  return (
    <p className="mt-2">
      <Link
        to="/programs/$programId/explain"
        params={{ programId }}
        search={{ q: event.transactionId }}
        className={textLink}
      >
        {t('events.seeWhyInOrderLookup')}
      </Link>
    </p>
  )
}

/** Only live sales can be refunded. */
function RefundSection({ details: { event, refunds } }: { details: EventDetails }) {
  if (event.type !== 'sale' || event.isTest || event.amountCents === null) return null
  return (
    <section>
      <SectionTitle>{t('events.refunds')}</SectionTitle>
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
        {event.isTest && <Badge tone="warn">{t('events.test')}</Badge>}
        <ProvisionalBadge event={event} />
        {event.type === 'sale' && event.status === 'refunded' && (
          <Badge tone="bad">{t('events.refunded')}</Badge>
        )}
        {event.type === 'sale' && event.status === 'paid' && event.refundedCents > 0 && (
          <Badge tone="warn">{t('events.partiallyRefunded')}</Badge>
        )}
      </div>
      {amount !== undefined && <p className="font-semibold text-2xl tabular-nums tracking-tight">{amount}</p>}
      <p className="mt-1 text-ink-2">
        {partner === null ? t('events.noPartner') : t('events.referredByName', { name: partner.name })},{' '}
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
          {t('events.originallyAmountReversedWasReversed', {
            amount: formatMoney(commission.amountCents, commission.currency),
            reversed: formatMoney(commission.reversedCents, commission.currency),
          })}
        </p>
      )}
      {commission?.status === 'pending' && (
        <p className="mt-1 text-ink-3">
          {t('events.onHoldUntilHoldUntil', {
            holdUntil: formatExactInstant(commission.holdUntil, timeZone),
          })}
        </p>
      )}
      {platformFee !== null && platformFee.amountCents > 0 && (
        <p className="mt-1 text-ink-3">
          {t('events.platformFeeAmount', {
            amount: formatMoney(platformFee.amountCents - platformFee.reversedCents, platformFee.currency),
          })}
        </p>
      )}
    </div>
  )
}

function EventSummary({ details: { event, partner, customer, click } }: { details: EventDetails }) {
  const programId = useProgramId()
  const { timeZone } = useProgram()
  return (
    <DetailList>
      <DetailItem name={t('events.id')}>{event.id}</DetailItem>
      <DetailItem name={t('events.partner')}>
        {partner !== null && (
          <Link
            to="/programs/$programId/partners/$partnerId"
            params={{ programId, partnerId: String(partner.id) }}
            className={textLink}
          >
            {`${partner.name} (${partner.email})`}
          </Link>
        )}
      </DetailItem>
      <DetailItem name={t('events.linkCode')}>{click?.linkCode}</DetailItem>
      <DetailItem name={t('events.customerKey')}>
        {customer !== null && customer.customerKey !== null && (
          <Link
            to="/programs/$programId/customers"
            params={{ programId }}
            search={{ search: customer.customerKey }}
            className={textLink}
          >
            {customer.customerKey}
          </Link>
        )}
      </DetailItem>
      {event.type !== 'click' && (
        <DetailItem name={t('events.couponCode')}>{couponText(event.coupon)}</DetailItem>
      )}
      <DetailItem name={t('events.clickID')}>
        {click !== null && (
          <span className="flex items-start gap-1">
            <code className="font-mono text-[0.8125rem]">{click.clickId}</code>
            <CopyIconButton text={click.clickId} what={t('events.clickID2')} className="-my-1.5" />
          </span>
        )}
      </DetailItem>
      {event.type === 'click' && (
        <>
          <DetailItem name={t('events.page')}>{event.pageUrl}</DetailItem>
          <DetailItem name={t('events.pageTitle')}>{event.pageTitle}</DetailItem>
          <DetailItem name={t('events.partnerLink')}>{event.affiliateUrl}</DetailItem>
          <DetailItem name={t('events.referrer')}>{event.referrerUrl}</DetailItem>
          <DetailItem name={t('events.session')}>{event.sessionId}</DetailItem>
          <DetailItem name={t('events.browser')}>{event.userAgent}</DetailItem>
          <DetailItem name={t('events.screen')}>{event.screenResolution}</DetailItem>
          <DetailItem name={t('events.window')}>{event.viewportSize}</DetailItem>
          <DetailItem name={t('events.language')}>{event.language}</DetailItem>
          <DetailItem name={t('events.timeZone')}>{event.timezone}</DetailItem>
          <DetailItem name={t('events.consent')}>{event.consent}</DetailItem>
        </>
      )}
      {event.type === 'lead' && (
        <>
          <DetailItem name={t('events.sentBy')}>{LEAD_SETTLERS[event.source]}</DetailItem>
          <DetailItem name={t('events.confirmedBy')}>
            {event.settledBy !== null && LEAD_SETTLERS[event.settledBy]}
          </DetailItem>
          <DetailItem name={t('events.confirmed')}>
            {event.settledAt !== null && formatExactInstant(event.settledAt, timeZone)}
          </DetailItem>
          <DetailItem name={t('events.page')}>{event.pageUrl}</DetailItem>
          <DetailItem name={t('events.session')}>{event.sessionId}</DetailItem>
        </>
      )}
      {event.type === 'sale' && (
        <>
          <DetailItem name={t('events.transaction')}>{event.transactionId}</DetailItem>
          <DetailItem name={t('events.attributedBy')}>
            {event.attributedBy !== null && ATTRIBUTED_BY_LABELS[event.attributedBy]}
          </DetailItem>
          <DetailItem name={t('events.saleType')}>{SALE_TYPES[event.saleType]}</DetailItem>
          <DetailItem name={t('events.recurring')}>
            {event.isRecurring ? t('events.yes') : t('events.no')}
          </DetailItem>
          <DetailItem name={t('events.subscription')}>{event.subscriptionId}</DetailItem>
          <DetailItem name={t('events.interval')}>
            {event.subscriptionInterval !== null && INTERVALS[event.subscriptionInterval]}
          </DetailItem>
          <DetailItem name={t('events.product')}>{event.productId}</DetailItem>
          <DetailItem name={t('events.tax')}>
            {event.taxAmountCents !== null && formatMoney(event.taxAmountCents, event.currency)}
          </DetailItem>
          <DetailItem name={t('events.occurred')}>
            {event.occurredAt !== null && formatExactInstant(event.occurredAt, timeZone)}
          </DetailItem>
          <DetailItem name={t('events.paymentProcessor')}>{event.provider}</DetailItem>
          <DetailItem name={t('events.processorPaymentID')}>{event.providerPaymentId}</DetailItem>
          <DetailItem name={t('events.refunded')}>
            {event.refundedCents > 0 && formatMoney(event.refundedCents, event.currency)}
          </DetailItem>
        </>
      )}
    </DetailList>
  )
}

function couponText(coupon: Exclude<TrackedEvent, { type: 'click' }>['coupon']): string | null {
  if (coupon === null) return null
  const { code, partner } = coupon
  return partner === null
    ? t('events.couponInactive', { code })
    : t('events.couponOfPartner', { code, partner: partner.name })
}
