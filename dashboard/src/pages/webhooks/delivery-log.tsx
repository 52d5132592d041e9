import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, read } from '../../api/client.ts'
import type { Webhook, WebhookDelivery } from '../../api/types.ts'
import { deliveriesQuery } from '../../api/webhook-queries.ts'
import { formatInstant } from '../../format/date.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { ErrorState, SkeletonRows } from '../../ui/states.tsx'
import { useToasts } from '../../ui/toast.tsx'

const REFRESH_MS = 3000

const STATES: Record<WebhookDelivery['state'], { label: string; tone: Tone }> = {
  pending: { label: 'Waiting', tone: 'warn' },
  delivered: { label: 'Taken', tone: 'good' },
  failed: { label: 'Given up', tone: 'bad' },
}

/** What was sent to a webhook and how it was answered; it updates by itself while something waits. */
export function DeliveryLog({ webhook }: { webhook: Webhook }) {
  const list = useInfiniteQuery({
    ...deliveriesQuery(useProgramId(), webhook.id),
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.data.some((delivery) => delivery.state === 'pending') ? REFRESH_MS : false,
  })
  if (list.isPending) return <SkeletonRows rows={3} />
  if (list.isError && list.data === undefined)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  const rows = list.data.pages.flatMap((page) => page.data)
  if (rows.length === 0) {
    return <p className="text-ink-3">Nothing yet. Send a test message to see one here.</p>
  }
  return (
    <div className="rounded-lg border">
      <ul className="divide-y">
        {rows.map((delivery) => (
          <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} />
        ))}
      </ul>
      <LoadMore
        hasMore={list.hasNextPage}
        isBusy={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </div>
  )
}

function DeliveryRow({ webhook, delivery }: { webhook: Webhook; delivery: WebhookDelivery }) {
  const programId = useProgramId()
  const { timeZone } = useProgram()
  const queryClient = useQueryClient()
  const { say, sayError } = useToasts()
  const params = { path: { programId, webhookId: String(webhook.id), deliveryId: String(delivery.id) } }
  const redeliver = useMutation({
    mutationFn: () =>
      read(
        api.POST('/api/programs/{programId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver', {
          params,
        }),
      ),
    async onSuccess() {
      say('It is sent again.')
      await queryClient.invalidateQueries({ queryKey: ['webhook-deliveries', programId, webhook.id] })
    },
    onError: sayError,
  })
  return (
    <li className="flex items-start justify-between gap-3 px-3.5 py-2.5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{delivery.type}</span>
          <Badge tone={STATES[delivery.state].tone}>{STATES[delivery.state].label}</Badge>
        </p>
        <p className="wrap-anywhere text-ink-2">{answerWords(delivery)}</p>
        <p className="text-ink-3 text-xs">
          {formatInstant(delivery.createdAt, timeZone)}
          {delivery.state === 'pending' &&
            delivery.nextAttemptAt !== null &&
            `, next try ${formatInstant(delivery.nextAttemptAt, timeZone)}`}
        </p>
      </div>
      {delivery.state !== 'pending' && webhook.enabled && (
        <Button size="small" look="quiet" isBusy={redeliver.isPending} onClick={() => redeliver.mutate()}>
          Send again<span className="sr-only"> {delivery.messageId}</span>
        </Button>
      )}
    </li>
  )
}

function answerWords({ attempts, lastStatus, lastError }: WebhookDelivery): string {
  if (attempts === 0) return 'Not sent yet'
  const tries = attempts === 1 ? '1 try' : `${attempts} tries`
  const answer = lastError ?? (lastStatus === null ? 'no answer' : `answered ${lastStatus}`)
  return `${tries}: ${answer}`
}
