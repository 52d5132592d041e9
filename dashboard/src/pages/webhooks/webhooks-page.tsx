import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import type { Webhook } from '../../api/types.ts'
import { webhooksQuery } from '../../api/webhook-queries.ts'
import { formatInstant } from '../../format/date.ts'
import { enumValues } from '../../format/enums.ts'
import { t } from '../../messages/team-text.ts'
import { listSearch } from '../../search/list-search.ts'
import { useNewDialog } from '../../search/use-new-dialog.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SidePanel } from '../../ui/dialog.tsx'
import { ListPage, NoAccess } from '../../ui/list-page.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { RowName, Table, Td, Th, Tr } from '../../ui/table.tsx'
import type { WebhooksSearch } from './search.ts'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WEBHOOK_EVENT_TYPES } from './webhook-labels.ts'
import { WebhookPanel } from './webhook-panel.tsx'
import { WebhookStatusBadge } from './webhook-status-badge.tsx'

const route = getRouteApi('/signed-in/programs/$programId/webhooks')

const EVENT_TYPE_COUNT = enumValues(WEBHOOK_EVENT_TYPES).length

export function WebhooksPage() {
  const canManage = usePermissionCheck()('program:update')
  const { change } = listSearch<WebhooksSearch>(route.useNavigate())
  const [isCreating, setIsCreating] = useNewDialog(route.useSearch(), change)
  const [secret, setSecret] = useState<string>()
  return (
    <ListPage
      title={t('webhooks.webhooks')}
      description={t('webhooks.getSignedPOSTRequestOn')}
      actions={
        <Button look="primary" onClick={() => setIsCreating(true)}>
          <Plus aria-hidden="true" className="size-4" />
          {t('webhooks.addWebhook')}
        </Button>
      }
      locked={!canManage && <NoAccess what="webhooks">{t('webhooks.onlyOwnersAndAdminsThis')}</NoAccess>}
    >
      <WebhookList onSecret={setSecret} />
      {canManage && isCreating && (
        <WebhookDialog webhook={undefined} onSecret={setSecret} onClose={() => setIsCreating(false)} />
      )}
      {secret !== undefined && (
        <SecretDialog
          title={t('webhooks.signingSecret')}
          description={t('webhooks.copyItNowAndStore')}
          secrets={[secret]}
          what={t('webhooks.signingSecret2')}
          onClose={() => setSecret(undefined)}
        />
      )}
    </ListPage>
  )
}

function WebhookList({ onSecret }: { onSecret: (secret: string) => void }) {
  const { open: openId } = route.useSearch()
  const { open, close } = listSearch<WebhooksSearch>(route.useNavigate())
  const query = useQuery(webhooksQuery(useProgramId()))
  // The list is complete, so a webhook that isn't in it doesn't exist.
  const opened = query.data?.find(({ id }) => id === openId)
  const isMissing = openId !== undefined && query.data !== undefined && opened === undefined
  return (
    <>
      <Card>
        <Loaded query={query} loadingRows={3}>
          {(webhooks) =>
            webhooks.length === 0 ? (
              <EmptyState icon={WebhookIcon} title={t('webhooks.noWebhooksYet')}>
                {t('webhooks.addHTTPSURLOnYour')}
              </EmptyState>
            ) : (
              <WebhookTable webhooks={webhooks} onOpen={open} />
            )
          }
        </Loaded>
      </Card>
      {opened !== undefined && <WebhookPanel webhook={opened} onSecret={onSecret} onClose={close} />}
      {isMissing && (
        <SidePanel isOpen onClose={close} title={t('webhooks.webhook')}>
          <EmptyState icon={WebhookIcon} title={t('webhooks.webhookNotFound')}>
            {t('webhooks.webhookOpenIdDoesntExistIn', { openId })}
          </EmptyState>
        </SidePanel>
      )}
    </>
  )
}

function WebhookTable({ webhooks, onOpen }: { webhooks: Webhook[]; onOpen: (id: number) => void }) {
  const { timeZone } = useProgram()
  return (
    <Table label={t('webhooks.webhooks')}>
      <thead>
        <tr>
          <Th>{t('webhooks.url')}</Th>
          <Th>{t('webhooks.status')}</Th>
          <Th align="right">{t('webhooks.events')}</Th>
          <Th>{t('webhooks.added')}</Th>
        </tr>
      </thead>
      <tbody>
        {webhooks.map((webhook) => (
          <Tr key={webhook.id} onClick={() => onOpen(webhook.id)}>
            <Td>
              <RowName className="max-w-48 sm:max-w-96">{webhook.url}</RowName>
            </Td>
            <Td className="whitespace-nowrap">
              <WebhookStatusBadge webhook={webhook} />
            </Td>
            <Td align="right" className="whitespace-nowrap">
              {webhook.eventTypes.length === EVENT_TYPE_COUNT
                ? t('webhooks.all')
                : t('webhooks.countEventTypeCount', {
                    count: webhook.eventTypes.length,
                    eventTypeCount: EVENT_TYPE_COUNT,
                  })}
            </Td>
            <Td className="whitespace-nowrap text-ink-2">{formatInstant(webhook.createdAt, timeZone)}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
