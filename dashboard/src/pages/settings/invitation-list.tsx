import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import { invitationsQuery } from '../../api/settings-queries.ts'
import type { Invitation } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { useProgram } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Table, Td, Th, ThActions } from '../../ui/table.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { InvitedDialog, inviteMember } from './add-member-dialog.tsx'
import { ROLES } from './roles.ts'

/** Pending member invitations; hidden if there are none. */
export function InvitationList({ workspaceId }: { workspaceId: string }) {
  const { data: invitations = [] } = useQuery(invitationsQuery(workspaceId))
  if (invitations.length === 0) return null
  return (
    <Card>
      <CardHeader title={t('settings.pendingInvitations')} description={t('settings.eachLinkWorksOnceFor')} />
      <div className="pt-3">
        <Table label={t('settings.pendingInvitations')}>
          <thead>
            <tr>
              <Th>{t('settings.email')}</Th>
              <Th>{t('settings.role')}</Th>
              <Th>{t('settings.expires')}</Th>
              <ThActions />
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
  const { showSuccess, showError } = useToasts()
  const { id, email, role, expiresAt } = invitation
  const [isShown, setIsShown] = useState(false)
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['invitations', workspaceId] })
  const renew = useMutation({
    mutationFn: () => inviteMember(workspaceId, { email, role }),
    onSuccess({ secret: _secret, isMailed: _isMailed, ...renewed }) {
      // The old invitation is replaced, so that later actions apply to the new one.
      queryClient.setQueryData(invitationsQuery(workspaceId).queryKey, (invitations) =>
        invitations?.map((one) => (one.email === email ? renewed : one)),
      )
      setIsShown(true)
    },
    onError: showError,
  })
  const cancel = useMutation({
    mutationFn: () =>
      read(
        api.DELETE('/api/workspaces/{workspaceId}/invitations/{invitationId}', {
          params: { path: { workspaceId, invitationId: id } },
        }),
      ),
    async onSuccess() {
      showSuccess(t('settings.invitationForEmailCanceled', { email }))
      await refresh()
    },
    onError(error) {
      showError(error)
      void refresh()
    },
  })
  return (
    <tr>
      <Td>
        <span className="block max-w-56 truncate font-medium">{email}</span>
      </Td>
      <Td>{ROLES[role].label}</Td>
      <Td className="whitespace-nowrap text-ink-2">{formatInstant(expiresAt, timeZone)}</Td>
      <Td align="right" className="whitespace-nowrap">
        <Button
          size="small"
          isBusy={renew.isPending}
          onClick={() => renew.mutate()}
          aria-label={t('settings.createNewLinkForEmail', { email })}
        >
          {t('settings.createNewLink')}
        </Button>
        <Button
          size="small"
          look="quiet"
          className="ml-1"
          isBusy={cancel.isPending}
          onClick={() => cancel.mutate()}
          aria-label={t('settings.cancelInvitationForEmail', { email })}
        >
          {t('settings.cancel')}
        </Button>
        {isShown && renew.data !== undefined && (
          <InvitedDialog
            invitation={renew.data}
            onClose={() => {
              setIsShown(false)
              void refresh()
            }}
          />
        )}
      </Td>
    </tr>
  )
}
