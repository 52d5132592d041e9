import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import type { Webhook } from '../../api/types.ts'
import { webhooksQuery } from '../../api/webhook-queries.ts'
import { formatInstant } from '../../format/date.ts'
import { labelOf } from '../../format/words.ts'
import { listSearch } from '../../search/list-search.ts'
import { useMay, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SidePanel } from '../../ui/dialog.tsx'
import { ListPage, Locked } from '../../ui/list-page.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { RowName, Table, Td, Th, Tr } from '../../ui/table.tsx'
import type { WebhooksSearch } from './search.ts'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookPanel } from './webhook-panel.tsx'
import { WebhookStatusBadge } from './webhook-status-badge.tsx'
import { WEBHOOK_EVENT_TYPES } from './webhook-words.ts'

const route = getRouteApi('/signed-in/programs/$programId/webhooks')

const EVENT_TYPE_COUNT = labelOf(WEBHOOK_EVENT_TYPES).length

export function WebhooksPage() {
  const mayManage = useMay()('program:update')
  const [isCreating, setIsCreating] = useState(false)
  const [secret, setSecret] = useState<string>()
  return (
    <ListPage
      title="Webhooks"
      description="Your server is told when something happens: a signed POST for each event, tried again until it is taken."
      actions={
        <Button look="primary" onClick={() => setIsCreating(true)}>
          <Plus aria-hidden="true" className="size-4" />
          Add webhook
        </Button>
      }
      locked={
        !mayManage && (
          <Locked what="webhooks">
            Owners and admins of this workspace manage them. Ask one of them for another role.
          </Locked>
        )
      }
    >
      <WebhookList onSecret={setSecret} />
      {isCreating && (
        <WebhookDialog webhook={undefined} onSecret={setSecret} onClose={() => setIsCreating(false)} />
      )}
      {secret !== undefined && (
        <SecretDialog
          title="The signing secret"
          description="Copy it now and keep it where your server reads its secrets: with it your server checks that a message is ours. It is shown this once."
          secrets={[secret]}
          what="signing secret"
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
  // All of them are read at once: an id that is not among them is nobody's.
  const opened = query.data?.find(({ id }) => id === openId)
  const isMissing = openId !== undefined && query.data !== undefined && opened === undefined
  return (
    <>
      <Card>
        <Loaded query={query} loadingRows={3}>
          {(webhooks) =>
            webhooks.length === 0 ? (
              <EmptyState icon={WebhookIcon} title="No webhooks yet">
                Add the address of a page of your server that takes a POST, and choose what it wants to be
                told of.
              </EmptyState>
            ) : (
              <WebhookTable webhooks={webhooks} onOpen={open} />
            )
          }
        </Loaded>
      </Card>
      {opened !== undefined && <WebhookPanel webhook={opened} onSecret={onSecret} onClose={close} />}
      {isMissing && (
        <SidePanel isOpen onClose={close} title="Webhook">
          <EmptyState icon={WebhookIcon} title="There is no such thing here">
            This program has no webhook {openId}. It may have been deleted.
          </EmptyState>
        </SidePanel>
      )}
    </>
  )
}

function WebhookTable({ webhooks, onOpen }: { webhooks: Webhook[]; onOpen: (id: number) => void }) {
  const { timeZone } = useProgram()
  return (
    <Table label="Webhooks">
      <thead>
        <tr>
          <Th>Address</Th>
          <Th>Status</Th>
          <Th align="right">Told of</Th>
          <Th>Added</Th>
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
                ? 'everything'
                : `${webhook.eventTypes.length} of ${EVENT_TYPE_COUNT}`}
            </Td>
            <Td className="whitespace-nowrap text-ink-2">{formatInstant(webhook.createdAt, timeZone)}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
