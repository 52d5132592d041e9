import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CircleCheck, Inbox } from 'lucide-react'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import { refreshMoney } from '../../api/money-queries.ts'
import { eventsForReviewQuery } from '../../api/processor-queries.ts'
import type { EventForReview, EventForReviewStatus } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { enumOptions } from '../../format/enums.ts'
import { formatMoney } from '../../format/money.ts'
import { rich, t } from '../../messages/team-text.ts'
import { listSearch } from '../../search/list-search.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { CopyIconButton } from '../../ui/copy.tsx'
import { PagedRows } from '../../ui/paged-rows.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { textLink } from '../sign-in/entry-frame.tsx'
import { EVENT_FOR_REVIEW_STATUSES } from './payment-labels.ts'
import { REVIEW_REASONS } from './payment-reasons.ts'
import type { PaymentsSearch } from './search.ts'

const route = getRouteApi('/signed-in/programs/$programId/payments')

/** Processor events that had no effect and need a manual review, each with its reason and what to do. */
export function EventsForReview() {
  const { review: status = 'open' } = route.useSearch()
  const { change } = listSearch<PaymentsSearch>(route.useNavigate())
  const list = useInfiniteQuery(eventsForReviewQuery(useProgramId(), status))
  return (
    <Card>
      <CardHeader
        title={t('payments.eventsForReview')}
        description={t('payments.processorEventsWeCouldntProcess')}
        actions={
          <Segmented
            label={t('payments.eventStatus')}
            value={status}
            choices={enumOptions(EVENT_FOR_REVIEW_STATUSES)}
            onChoose={(chosen) => change({ review: chosen === 'resolved' ? chosen : undefined })}
          />
        }
      />
      <PagedRows list={list} loadingRows={2} empty={<NoEvents status={status} />}>
        {(events) => (
          <ul aria-label={t('payments.eventsForReview')} className="mt-3 divide-y border-t">
            {events.map((event) => (
              <EventForReviewItem key={event.id} event={event} />
            ))}
          </ul>
        )}
      </PagedRows>
    </Card>
  )
}

function EventForReviewItem({ event }: { event: EventForReview }) {
  const { timeZone } = useProgram()
  const { reason, type, amountCents, currency, occurredAt, resolvedAt } = event
  const { short, why, what } = REVIEW_REASONS[reason]
  const isOpen = resolvedAt === null
  return (
    <li className="flex flex-col gap-1.5 px-4 py-3.5 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={isOpen ? 'warn' : 'neutral'}>{short}</Badge>
        <span className="wrap-anywhere font-medium">{type}</span>
        {amountCents !== null && currency !== null && (
          <span className="tabular-nums">{formatMoney(amountCents, currency)}</span>
        )}
        <time dateTime={occurredAt} className="text-ink-3 text-xs">
          {formatInstant(occurredAt, timeZone)}
        </time>
      </div>
      <p className="max-w-[75ch] text-ink-2">{why}</p>
      {isOpen ? (
        <p className="max-w-[75ch]">
          <span className="font-medium">{t('payments.whatDo')}</span> {what}
        </p>
      ) : (
        <p className="text-ink-3">
          {t('payments.resolvedAt', { resolvedAt: formatInstant(resolvedAt, timeZone) })}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Names event={event} />
        {isOpen && <Decide event={event} />}
      </div>
    </li>
  )
}

/** IDs to look up at the processor, and the affected order, customer and partner. */
function Names({
  event: { eventId, objectId, saleId, transactionId, customerKey, partnerId, partnerName, refundEventId },
}: {
  event: EventForReview
}) {
  const programId = useProgramId()
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-3 text-ink-3 text-xs">
      {refundEventId === null && (
        <span className="flex min-w-0 items-center gap-1">
          <code className="wrap-anywhere font-mono">{eventId}</code>
          <CopyIconButton text={eventId} what={t('payments.eventID')} />
        </span>
      )}
      {objectId !== null && (
        <span className="flex min-w-0 items-center gap-1">
          <code className="wrap-anywhere font-mono">{objectId}</code>
          <CopyIconButton text={objectId} what={t('payments.objectID')} />
        </span>
      )}
      {saleId !== null && (
        <Link
          to="/programs/$programId/events"
          params={{ programId }}
          search={{ open: `sale-${saleId}` }}
          className={textLink}
        >
          {transactionId === null
            ? t('payments.saleSaleId', { saleId })
            : t('payments.orderTransactionId', { transactionId })}
        </Link>
      )}
      {customerKey !== null && (
        <Link
          to="/programs/$programId/customers"
          params={{ programId }}
          search={{ search: customerKey }}
          className={textLink}
        >
          {t('payments.customerNamed', { customerKey })}
        </Link>
      )}
      {partnerId !== null && partnerName !== null && (
        <Link
          to="/programs/$programId/partners/$partnerId"
          params={{ programId, partnerId: String(partnerId) }}
          className={textLink}
        >
          {t('payments.partnerNamed', { partnerName })}
        </Link>
      )}
    </p>
  )
}

function Decide({ event }: { event: EventForReview }) {
  const { saleId, refundEventId } = event
  if (saleId === null || refundEventId === null) return <ResolveEvent event={event} />
  return (
    <span className="flex flex-wrap gap-2">
      <SameRefund saleId={saleId} refundEventId={refundEventId} />
      <ResolveEvent event={event} />
    </span>
  )
}

/** Undoes the team's refund, because the server reported the same one. */
function SameRefund({ saleId, refundEventId }: { saleId: number; refundEventId: number }) {
  const programId = useProgramId()
  const { platformFeeBps } = useProgram()
  const can = usePermissionCheck()
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
  const [isOpen, setIsOpen] = useState(false)
  if (!can('commission:manage')) return null
  const undo = async () => {
    await read(
      api.POST('/api/programs/{programId}/sales/{saleId}/refunds/{refundEventId}/undo', {
        params: {
          path: { programId, saleId: String(saleId), refundEventId: String(refundEventId) },
        },
        body: { reason: t('payments.sameRefundReason') },
      }),
    )
    showSuccess(t('payments.refundCountsOnceNow'))
    await refreshMoney(queryClient, programId)
    await queryClient.invalidateQueries({ queryKey: ['events-for-review', programId] })
  }
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        {t('payments.sameRefund')}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={t('payments.countRefundOnce')}
          action={t('payments.undoTeamsRefund')}
          onConfirm={undo}
          onClose={() => setIsOpen(false)}
        >
          {t('payments.undoesTheRefundYourTeam', { hasFee: String(platformFeeBps > 0) })}
        </ConfirmDialog>
      )}
    </>
  )
}

function ResolveEvent({ event }: { event: EventForReview }) {
  const programId = useProgramId()
  const can = usePermissionCheck()
  const queryClient = useQueryClient()
  const { showSuccess, showError } = useToasts()
  const settle = useMutation({
    mutationFn: () =>
      read(
        api.POST('/api/programs/{programId}/events-for-review/{eventForReviewId}/resolve', {
          params: { path: { programId, eventForReviewId: String(event.id) } },
        }),
      ),
    async onSuccess() {
      showSuccess(t('payments.eventResolved'))
      await queryClient.invalidateQueries({ queryKey: ['events-for-review', programId] })
    },
    onError: showError,
  })
  if (!can('commission:manage')) return null
  return (
    <Button size="small" isBusy={settle.isPending} onClick={() => settle.mutate()}>
      {event.refundEventId === null
        ? rich('payments.markAsResolvedEventEventId', {
            eventId: event.eventId,
            span: (children) => <span className="sr-only">{children}</span>,
          })
        : t('payments.separateRefund')}
    </Button>
  )
}

function NoEvents({ status }: { status: EventForReviewStatus }) {
  return status === 'open' ? (
    <EmptyState icon={CircleCheck} title={t('payments.youreAllCaughtUp')}>
      {t('payments.allProcessorEventsAreProcessed')}
    </EmptyState>
  ) : (
    <EmptyState icon={Inbox} title={t('payments.noResolvedEventsYet')}>
      {t('payments.eventsYouMarkAsResolved')}
    </EmptyState>
  )
}
