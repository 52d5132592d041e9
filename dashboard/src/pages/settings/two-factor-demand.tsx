import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import { accountQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { useToasts } from '../../ui/toast.tsx'

/** Whether the workspace lets in only members with a second factor. */
export function TwoFactorDemand({ workspaceId, isDemanded }: { workspaceId: string; isDemanded: boolean }) {
  const queryClient = useQueryClient()
  const { say } = useToasts()
  const [isAsking, setIsAsking] = useState(false)
  const change = async () => {
    const params = { path: { workspaceId } }
    const body = { requiresTwoFactor: !isDemanded }
    await read(api.PATCH('/api/workspaces/{workspaceId}', { params, body }))
    await queryClient.invalidateQueries(accountQuery())
    say(
      isDemanded ? 'Two-factor sign-in is up to each member.' : 'Every member needs two-factor sign-in now.',
    )
  }
  return (
    <Card>
      <CardHeader
        title="Two-factor sign-in of members"
        description={
          isDemanded
            ? 'Demanded: members without it see nothing of this workspace until they switch it on.'
            : 'Up to each member.'
        }
      />
      <CardBody>
        <Button onClick={() => setIsAsking(true)}>
          {isDemanded ? 'Leave it to members' : 'Demand it of all members'}
        </Button>
      </CardBody>
      {isAsking && (
        <ConfirmDialog
          title={isDemanded ? 'Leave two-factor sign-in to members?' : 'Demand two-factor sign-in?'}
          action={isDemanded ? 'Leave it to members' : 'Demand it'}
          look={isDemanded ? 'danger' : 'primary'}
          onConfirm={change}
          onClose={() => setIsAsking(false)}
        >
          {isDemanded
            ? 'Members come in with their password alone again, where they have no second factor.'
            : 'Members without it are kept out at once, until they switch it on in their account. You need it yourself first.'}
        </ConfirmDialog>
      )}
    </Card>
  )
}
