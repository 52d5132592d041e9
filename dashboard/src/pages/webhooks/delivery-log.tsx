import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, read } from '../../api/client.ts'
import type { Webhook, WebhookDelivery } from '../../api/types.ts'
import { deliveriesQuery } from '../../api/webhook-queries.ts'
import { formatInstant } from '../../format/date.ts'
import { rich, t } from '../../messages/team-text.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { PagedRows } from '../../ui/paged-rows.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { DELIVERY_STATUSES } from './webhook-labels.ts'

const REFRESH_MS = 3000

/** A webhook's deliveries with their responses. Polls while any delivery is pending. */
export function DeliveryLog({ webhook }: { webhook: Webhook }) {
  const list = useInfiniteQuery({
    ...deliveriesQuery(useProgramId(), webhook.id),
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.data.some((delivery) => delivery.state === 'pending') ? REFRESH_MS : false,
  })
  return (
    <PagedRows
      list={list}
      loadingRows={3}
      empty={<p className="text-ink-3">{t('webhooks.noDeliveriesYetSendTest')}</p>}
      className="rounded-lg border"
    >
      {(rows) => (
        <ul className="divide-y">
          {rows.map((delivery) => (
            <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} />
          ))}
        </ul>
      )}
    </PagedRows>
  )
}

function DeliveryRow({ webhook, delivery }: { webhook: Webhook; delivery: WebhookDelivery }) {
  const programId = useProgramId()
  const { timeZone } = useProgram()
  const queryClient = useQueryClient()
  const { showSuccess, showError } = useToasts()
  const params = { path: { programId, webhookId: String(webhook.id), deliveryId: String(delivery.id) } }
  const redeliver = useMutation({
    mutationFn: () =>
      read(
        api.POST('/api/programs/{programId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver', {
          params,
        }),
      ),
    async onSuccess() {
      showSuccess(t('webhooks.resendingEvent'))
      await queryClient.invalidateQueries({ queryKey: ['webhook-deliveries', programId, webhook.id] })
    },
    onError: showError,
  })
  return (
    <li className="flex items-start justify-between gap-3 px-3.5 py-2.5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{delivery.type}</span>
          <LabelBadge {...DELIVERY_STATUSES[delivery.state]} />
        </p>
        <p className="wrap-anywhere text-ink-2">{responseText(delivery)}</p>
        <p className="text-ink-3 text-xs">
          {formatInstant(delivery.createdAt, timeZone)}
          {delivery.state === 'pending' &&
            delivery.nextAttemptAt !== null &&
            t('webhooks.nextAttemptNextAttemptAt', {
              nextAttemptAt: formatInstant(delivery.nextAttemptAt, timeZone),
            })}
        </p>
        <details className="mt-1 text-[0.8125rem]">
          <summary className="cursor-pointer text-accent-text">{t('webhooks.requestAndResponse')}</summary>
          <p className="mt-1.5 font-medium">{t('webhooks.request')}</p>
          <pre className="wrap-anywhere whitespace-pre-wrap font-mono text-xs">
            {formatJson(delivery.payload)}
          </pre>
          <p className="mt-1.5 font-medium">{t('webhooks.response')}</p>
          <pre className="wrap-anywhere whitespace-pre-wrap font-mono text-xs">
            {delivery.lastAnswer ?? t('webhooks.emptyBody')}
          </pre>
        </details>
      </div>
      {delivery.state !== 'pending' && webhook.enabled && (
        <Button size="small" look="quiet" isBusy={redeliver.isPending} onClick={() => redeliver.mutate()}>
          {rich('webhooks.resendMessageId', {
            messageId: delivery.messageId,
            span: (children) => <span className="sr-only">{children}</span>,
          })}
        </Button>
      )}
    </li>
  )
}

/** Formats JSON from the service with indentation. */
function formatJson(payload: string): string {
  return JSON.stringify(JSON.parse(payload), undefined, 2)
}

function responseText({ attempts, lastStatus, lastError }: WebhookDelivery): string {
  if (attempts === 0) return t('webhooks.notSentYet')
  const tries = attempts === 1 ? t('webhooks.n1Attempt') : t('webhooks.attemptsAttempts', { attempts })
  const response =
    lastError ??
    (lastStatus === null ? t('webhooks.noResponse') : t('webhooks.statusLastStatus', { lastStatus }))
  return `${tries}: ${response}`
}
