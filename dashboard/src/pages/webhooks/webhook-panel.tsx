import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Send } from 'lucide-react'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import type { Webhook } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { SidePanel } from '../../ui/dialog.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookStatusBadge } from './webhook-status-badge.tsx'

/** How long a secret signs beside the one that takes its place. */
const GRACE_HOURS = 24

type Asked = 'change' | 'rotate' | 'rotate_now' | 'disable' | 'delete'

/** All about one webhook: how it stands, what can be done with it, and what was sent to it. */
export function WebhookPanel({
  webhook,
  onSecret,
  onClose,
}: {
  webhook: Webhook
  onSecret: (secret: string) => void
  onClose: () => void
}) {
  const { timeZone } = useProgram()
  const [asked, setAsked] = useState<Asked>()
  const at = (instant: string | null) => instant !== null && formatInstant(instant, timeZone)
  return (
    <SidePanel isOpen onClose={onClose} title="Webhook" description={webhook.url}>
      <div className="flex flex-col gap-6">
        <Actions webhook={webhook} onAsk={setAsked} />
        <Facts>
          <Fact name="Status">
            <WebhookStatusBadge webhook={webhook} />
          </Fact>
          <Fact name="Why">{webhook.disabledReason}</Fact>
          <Fact name="Disabled">{at(webhook.disabledAt)}</Fact>
          <Fact name="Failing since">{at(webhook.failingSince)}</Fact>
          <Fact name="Old secret">
            {webhook.previousSecretUntil !== null && `signs too until ${at(webhook.previousSecretUntil)}`}
          </Fact>
          <Fact name="Told of">
            <span className="flex flex-wrap gap-1">
              {webhook.eventTypes.map((type) => (
                <Badge key={type}>{type}</Badge>
              ))}
            </span>
          </Fact>
          <Fact name="Added">{at(webhook.createdAt)}</Fact>
        </Facts>
        <section>
          <h3 className="mb-2.5 font-medium text-ink-3 text-xs">What was sent, the newest first</h3>
          <DeliveryLog webhook={webhook} />
        </section>
      </div>
      {asked === 'change' && (
        <WebhookDialog webhook={webhook} onSecret={onSecret} onClose={() => setAsked(undefined)} />
      )}
      {asked !== undefined && asked !== 'change' && (
        <WebhookQuestion
          kind={asked}
          webhook={webhook}
          onSecret={onSecret}
          onDeleted={onClose}
          onClose={() => setAsked(undefined)}
        />
      )}
    </SidePanel>
  )
}

function Actions({ webhook, onAsk }: { webhook: Webhook; onAsk: (asked: Asked) => void }) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { say, sayFailed, sayError } = useToasts()
  const params = { path: { programId, webhookId: String(webhook.id) } }
  const test = useMutation({
    mutationFn: async () =>
      (await read(api.POST('/api/programs/{programId}/webhooks/{webhookId}/test', { params }))).data,
    async onSuccess({ state, lastStatus, lastError }) {
      if (state === 'delivered') say(`The test message was taken: ${lastStatus}.`)
      else sayFailed(`The test message was not taken: ${lastError ?? 'there was no answer'}`)
      await queryClient.invalidateQueries({ queryKey: ['webhook-deliveries', programId, webhook.id] })
    },
    onError: sayError,
  })
  const enable = useMutation({
    mutationFn: () =>
      read(api.PATCH('/api/programs/{programId}/webhooks/{webhookId}', { params, body: { enabled: true } })),
    async onSuccess() {
      say('The webhook is enabled.')
      await queryClient.invalidateQueries({ queryKey: ['webhooks', programId] })
    },
    onError: sayError,
  })
  return (
    <div className="flex flex-wrap items-center gap-2">
      {!webhook.enabled && (
        <Button look="primary" isBusy={enable.isPending} onClick={() => enable.mutate()}>
          Enable
        </Button>
      )}
      <Button isBusy={test.isPending} onClick={() => test.mutate()}>
        <Send aria-hidden="true" className="size-4" />
        Send a test message
      </Button>
      <Menu
        align="end"
        trigger={
          <IconButton label="More for this webhook">
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => onAsk('change')}>Change address and events</MenuItem>
        <MenuItem onSelect={() => onAsk('rotate')}>New secret</MenuItem>
        <MenuItem onSelect={() => onAsk('rotate_now')}>New secret, end the old one now</MenuItem>
        {webhook.enabled && <MenuItem onSelect={() => onAsk('disable')}>Disable</MenuItem>}
        <MenuSeparator />
        <MenuItem tone="bad" onSelect={() => onAsk('delete')}>
          Delete
        </MenuItem>
      </Menu>
    </div>
  )
}

function WebhookQuestion({
  kind,
  webhook,
  onSecret,
  onDeleted,
  onClose,
}: {
  kind: Exclude<Asked, 'change'>
  webhook: Webhook
  onSecret: (secret: string) => void
  onDeleted: () => void
  onClose: () => void
}) {
  const { rotate, disable, remove } = useWebhookChanges(webhook)
  switch (kind) {
    case 'rotate':
    case 'rotate_now': {
      const isNow = kind === 'rotate_now'
      return (
        <ConfirmDialog
          title="Give this webhook a new secret?"
          action="Make new secret"
          look={isNow ? 'danger' : 'primary'}
          onConfirm={() => rotate(isNow ? 0 : GRACE_HOURS, onSecret)}
          onClose={onClose}
        >
          {isNow
            ? 'For a secret that others know: the old one ends at once, and your server takes nothing until it knows the new one, which is shown once.'
            : `The old one signs beside the new one for ${GRACE_HOURS} hours, so that your server can move over. The new one is shown once.`}
        </ConfirmDialog>
      )
    }
    case 'disable':
      return (
        <ConfirmDialog
          title="Disable this webhook?"
          action="Disable webhook"
          onConfirm={disable}
          onClose={onClose}
        >
          Nothing is sent while it is disabled, and what happens meanwhile is not kept for it. What is waiting
          now goes out once it is enabled again.
        </ConfirmDialog>
      )
    case 'delete':
      return (
        <ConfirmDialog
          title="Delete this webhook?"
          action="Delete webhook"
          onConfirm={() => remove(onDeleted)}
          onClose={onClose}
        >
          {webhook.url} is told nothing any more, and the log of what was sent to it goes, too.
        </ConfirmDialog>
      )
  }
}

/** The changes that are asked about first. */
function useWebhookChanges(webhook: Webhook) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { say } = useToasts()
  const params = { path: { programId, webhookId: String(webhook.id) } }
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['webhooks', programId] })
  return {
    async rotate(graceHours: number, onSecret: (secret: string) => void) {
      const { data } = await read(
        api.POST('/api/programs/{programId}/webhooks/{webhookId}/rotate-secret', {
          params,
          body: { graceHours },
        }),
      )
      onSecret(data.secret)
      await refresh()
    },
    async disable() {
      const body = { enabled: false }
      await read(api.PATCH('/api/programs/{programId}/webhooks/{webhookId}', { params, body }))
      say('The webhook is disabled.')
      await refresh()
    },
    async remove(onDeleted: () => void) {
      await read(api.DELETE('/api/programs/{programId}/webhooks/{webhookId}', { params }))
      say('The webhook is deleted.')
      onDeleted()
      await refresh()
    },
  }
}
