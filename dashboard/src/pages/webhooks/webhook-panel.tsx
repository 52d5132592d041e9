import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Send } from 'lucide-react'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import type { Webhook } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { SidePanel } from '../../ui/dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { MenuItem, MenuSeparator } from '../../ui/menu-surface.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookStatusBadge } from './webhook-status-badge.tsx'

/** How long the old secret stays valid after rotation. */
const GRACE_HOURS = 24

type Action = 'change' | 'rotate' | 'rotate_now' | 'disable' | 'delete'

/** A webhook: status, actions and deliveries. */
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
  const [action, setAction] = useState<Action>()
  const at = (instant: string | null) => instant !== null && formatInstant(instant, timeZone)
  return (
    <SidePanel isOpen onClose={onClose} title={t('webhooks.webhook')} description={webhook.url}>
      <div className="flex flex-col gap-6">
        <Actions webhook={webhook} onAsk={setAction} />
        <DetailList>
          <DetailItem name={t('webhooks.status')}>
            <WebhookStatusBadge webhook={webhook} />
          </DetailItem>
          <DetailItem name={t('webhooks.reason')}>{webhook.disabledReason}</DetailItem>
          <DetailItem name={t('webhooks.disabled')}>{at(webhook.disabledAt)}</DetailItem>
          <DetailItem name={t('webhooks.failingSince')}>{at(webhook.failingSince)}</DetailItem>
          <DetailItem name={t('webhooks.previousSecret')}>
            {webhook.previousSecretUntil !== null &&
              t('webhooks.alsoSignsUntilAt', { at: at(webhook.previousSecretUntil) })}
          </DetailItem>
          <DetailItem name={t('webhooks.events')}>
            <span className="flex flex-wrap gap-1">
              {webhook.eventTypes.map((type) => (
                <Badge key={type}>{type}</Badge>
              ))}
            </span>
          </DetailItem>
          <DetailItem name={t('webhooks.added')}>{at(webhook.createdAt)}</DetailItem>
        </DetailList>
        <section>
          <h3 className="mb-2.5 font-medium text-ink-3 text-xs">{t('webhooks.recentDeliveries')}</h3>
          <DeliveryLog webhook={webhook} />
        </section>
      </div>
      {action === 'change' && (
        <WebhookDialog webhook={webhook} onSecret={onSecret} onClose={() => setAction(undefined)} />
      )}
      {action !== undefined && action !== 'change' && (
        <WebhookConfirmation
          kind={action}
          webhook={webhook}
          onSecret={onSecret}
          onDeleted={onClose}
          onClose={() => setAction(undefined)}
        />
      )}
    </SidePanel>
  )
}

function Actions({ webhook, onAsk }: { webhook: Webhook; onAsk: (action: Action) => void }) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess, showFailure, showError } = useToasts()
  const params = { path: { programId, webhookId: String(webhook.id) } }
  const test = useMutation({
    mutationFn: async () =>
      (await read(api.POST('/api/programs/{programId}/webhooks/{webhookId}/test', { params }))).data,
    async onSuccess({ state, lastStatus, lastError }) {
      if (state === 'delivered') showSuccess(t('webhooks.testEventDeliveredLastStatus', { lastStatus }))
      else
        showFailure(
          t('webhooks.testEventNotDeliveredLastError', { lastError: lastError ?? t('webhooks.noResponse') }),
        )
      await queryClient.invalidateQueries({ queryKey: ['webhook-deliveries', programId, webhook.id] })
    },
    onError: showError,
  })
  const enable = useMutation({
    mutationFn: () =>
      read(api.PATCH('/api/programs/{programId}/webhooks/{webhookId}', { params, body: { enabled: true } })),
    async onSuccess() {
      showSuccess(t('webhooks.webhookEnabled'))
      await queryClient.invalidateQueries({ queryKey: ['webhooks', programId] })
    },
    onError: showError,
  })
  return (
    <div className="flex flex-wrap items-center gap-2">
      {!webhook.enabled && (
        <Button look="primary" isBusy={enable.isPending} onClick={() => enable.mutate()}>
          {t('webhooks.enable')}
        </Button>
      )}
      <Button isBusy={test.isPending} onClick={() => test.mutate()}>
        <Send aria-hidden="true" className="size-4" />
        {t('webhooks.sendTestEvent')}
      </Button>
      <Menu
        align="end"
        trigger={
          <IconButton label={t('webhooks.moreActionsForThisWebhook')}>
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => onAsk('change')}>{t('webhooks.editURLAndEvents')}</MenuItem>
        <MenuItem onSelect={() => onAsk('rotate')}>{t('webhooks.rotateSecret')}</MenuItem>
        <MenuItem onSelect={() => onAsk('rotate_now')}>{t('webhooks.rotateSecretAndRevokeOld')}</MenuItem>
        {webhook.enabled && <MenuItem onSelect={() => onAsk('disable')}>{t('webhooks.disable')}</MenuItem>}
        <MenuSeparator />
        <MenuItem tone="bad" onSelect={() => onAsk('delete')}>
          {t('webhooks.delete')}
        </MenuItem>
      </Menu>
    </div>
  )
}

function WebhookConfirmation({
  kind,
  webhook,
  onSecret,
  onDeleted,
  onClose,
}: {
  kind: Exclude<Action, 'change'>
  webhook: Webhook
  onSecret: (secret: string) => void
  onDeleted: () => void
  onClose: () => void
}) {
  const { rotate, disable, remove } = useWebhookChanges(webhook)
  switch (kind) {
    case 'rotate':
    case 'rotate_now': {
      const isImmediate = kind === 'rotate_now'
      return (
        <ConfirmDialog
          title={t('webhooks.rotateSigningSecret')}
          action={t('webhooks.rotateSecret')}
          look={isImmediate ? 'danger' : 'primary'}
          onConfirm={() => rotate(isImmediate ? 0 : GRACE_HOURS, onSecret)}
          onClose={onClose}
        >
          {isImmediate
            ? t('webhooks.useThisIfSecretHas')
            : t('webhooks.bothSecretsSignForGraceHours', { graceHours: GRACE_HOURS })}
        </ConfirmDialog>
      )
    }
    case 'disable':
      return (
        <ConfirmDialog
          title={t('webhooks.disableThisWebhook')}
          action={t('webhooks.disableWebhook')}
          onConfirm={disable}
          onClose={onClose}
        >
          {t('webhooks.weWontSendEventsWhile')}
        </ConfirmDialog>
      )
    case 'delete':
      return (
        <ConfirmDialog
          title={t('webhooks.deleteThisWebhook')}
          action={t('webhooks.deleteWebhook')}
          onConfirm={() => remove(onDeleted)}
          onClose={onClose}
        >
          {t('webhooks.urlWillNoLongerReceive', { url: webhook.url })}
        </ConfirmDialog>
      )
  }
}

/** Changes that need to be confirmed. */
function useWebhookChanges(webhook: Webhook) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
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
      showSuccess(t('webhooks.webhookDisabled'))
      await refresh()
    },
    async remove(onDeleted: () => void) {
      await read(api.DELETE('/api/programs/{programId}/webhooks/{webhookId}', { params }))
      showSuccess(t('webhooks.webhookDeleted'))
      onDeleted()
      await refresh()
    },
  }
}
