import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, read } from '../../api/client.ts'
import { invitationsQuery } from '../../api/settings-queries.ts'
import type { Invitation } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { useProgram } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { invitationAddress } from './add-member-dialog.tsx'
import { ROLE_LABELS } from './roles.ts'

/** Invitations that nobody accepted yet; nothing is shown while there are none. */
export function InvitationList({ workspaceId }: { workspaceId: string }) {
  const { data: invitations = [] } = useQuery(invitationsQuery(workspaceId))
  if (invitations.length === 0) return null
  return (
    <Card>
      <CardHeader
        title="Open invitations"
        description="Each is accepted once, by its link, under its e-mail."
      />
      <div className="pt-3">
        <Table label="Open invitations">
          <thead>
            <tr>
              <Th>E-mail</Th>
              <Th>Role</Th>
              <Th>Expires</Th>
              <Th>
                <span className="sr-only">Actions</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {invitations.map((invitation) => (
              <InvitationRow key={invitation.email} workspaceId={workspaceId} invitation={invitation} />
            ))}
          </tbody>
        </Table>
      </div>
    </Card>
  )
}

function InvitationRow({ workspaceId, invitation }: { workspaceId: string; invitation: Invitation }) {
  const { timeZone } = useProgram()
  const queryClient = useQueryClient()
  const { say, sayError } = useToasts()
  const { id, email, role, expiresAt } = invitation
  const cancel = useMutation({
    mutationFn: (invitationId: string) =>
      read(
        api.DELETE('/api/workspaces/{workspaceId}/invitations/{invitationId}', {
          params: { path: { workspaceId, invitationId } },
        }),
      ),
    async onSuccess() {
      say(`The invitation of ${email} is cancelled.`)
      await queryClient.invalidateQueries({ queryKey: ['invitations', workspaceId] })
    },
    onError: sayError,
  })
  return (
    <tr>
      <Td>
        <span className="block max-w-56 truncate font-medium">{email}</span>
      </Td>
      <Td>{ROLE_LABELS[role]}</Td>
      <Td className="whitespace-nowrap text-ink-2">{formatInstant(expiresAt, timeZone)}</Td>
      <Td align="right" className="whitespace-nowrap">
        {id === null ? (
          <span className="text-ink-3">Only an owner sees its link</span>
        ) : (
          <>
            <CopyButton text={invitationAddress(id)} what={`invitation link of ${email}`} />
            <Button
              size="small"
              look="quiet"
              className="ml-1"
              isBusy={cancel.isPending}
              onClick={() => cancel.mutate(id)}
              aria-label={`Cancel the invitation of ${email}`}
            >
              Cancel
            </Button>
          </>
        )}
      </Td>
    </tr>
  )
}
