import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { LockKeyhole, Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { webhooksQuery } from '../../api/webhook-queries.ts'
import { formatInstant } from '../../format/date.ts'
import { useMay, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx'
import { Table, Td, Th, Tr } from '../../ui/table.tsx'
import { WEBHOOK_EVENT_TYPES } from './event-types.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookPanel } from './webhook-panel.tsx'
import { WebhookState } from './webhook-state.tsx'

const route = getRouteApi('/signed-in/programs/$programId/webhooks')

export function WebhooksPage() {
  const mayManage = useMay()('program:update')
  const [isCreating, setIsCreating] = useState(false)
  const [secret, setSecret] = useState<string>()
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Your server is told when something happens: a signed POST for each event, tried again until it is taken."
        actions={
          mayManage && (
            <Button look="primary" onClick={() => setIsCreating(true)}>
              <Plus aria-hidden="true" className="size-4" />
              Add webhook
            </Button>
          )
        }
      />
      <Card>
        {mayManage ? (
          <WebhookList onSecret={setSecret} />
        ) : (
          <EmptyState icon={LockKeyhole} title="Your role does not show webhooks">
            Owners and admins of this workspace manage them. Ask one of them for another role.
          </EmptyState>
        )}
      </Card>
      {isCreating && (
        <WebhookDialog webhook={undefined} onSecret={setSecret} onClose={() => setIsCreating(false)} />
      )}
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  )
}

function WebhookList({ onSecret }: { onSecret: (secret: string) => void }) {
  const { timeZone } = useProgram()
  const { open } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: webhooks, error, refetch } = useQuery(webhooksQuery(useProgramId()))
  if (webhooks === undefined) {
    return error === null ? (
      <SkeletonRows rows={3} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    )
  }
  if (webhooks.length === 0) {
    return (
      <EmptyState icon={WebhookIcon} title="No webhooks yet">
        Add the address of a page of your server that takes a POST, and choose what it wants to be told of.
      </EmptyState>
    )
  }
  const opened = webhooks.find(({ id }) => id === open)
  return (
    <>
      <Table label="Webhooks">
        <thead>
          <tr>
            <Th>Address</Th>
            <Th>State</Th>
            <Th align="right">Told of</Th>
            <Th>Added</Th>
          </tr>
        </thead>
        <tbody>
          {webhooks.map((webhook) => (
            <Tr key={webhook.id} onClick={() => void navigate({ search: { open: webhook.id } })}>
              <Td>
                <button
                  type="button"
                  className="block max-w-48 truncate text-left font-medium hover:underline sm:max-w-96"
                >
                  {webhook.url}
                </button>
              </Td>
              <Td className="whitespace-nowrap">
                <WebhookState webhook={webhook} />
              </Td>
              <Td align="right" className="whitespace-nowrap">
                {webhook.eventTypes.length === WEBHOOK_EVENT_TYPES.length
                  ? 'everything'
                  : `${webhook.eventTypes.length} of ${WEBHOOK_EVENT_TYPES.length}`}
              </Td>
              <Td className="whitespace-nowrap text-ink-2">{formatInstant(webhook.createdAt, timeZone)}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      {opened !== undefined && (
        <WebhookPanel
          webhook={opened}
          onSecret={onSecret}
          onClose={() => void navigate({ search: {}, replace: true })}
        />
      )}
    </>
  )
}
