import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { partnerInvitationsQuery } from '../../api/application-queries.ts'
import { api, read } from '../../api/client.ts'
import { flattenPages } from '../../api/paged-query.ts'
import { formatInstant } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { RowName, Table, Td, Th, Tr } from '../../ui/table.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { INVITATION_STATES } from './application-labels.ts'

/** The newest invitations; hidden if there are none. */
export function InvitationList() {
  const programId = useProgramId()
  const { timeZone } = useProgram()
  const canManage = usePermissionCheck()('partner:manage')
  const revoke = useRevoke()
  const list = useInfiniteQuery(partnerInvitationsQuery(programId))
  const rows = flattenPages(list.data)
  if (rows.length === 0) return null
  return (
    <Card className="mt-4">
      <CardHeader
        title={t('applications.invitations')}
        description={t('applications.eachInvitationLetsOnePerson')}
      />
      <Table label={t('applications.invitations')}>
        <thead>
          <tr>
            <Th>{t('applications.recipient')}</Th>
            <Th>{t('applications.status')}</Th>
            <Th className="hidden sm:table-cell">{t('applications.expires')}</Th>
            <Th>
              <span className="sr-only">{t('applications.actions')}</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Tr key={row.id}>
              <Td>
                <RowName
                  className="max-w-56"
                  detail={t('applications.byInvitedBy', { invitedBy: row.invitedBy })}
                >
                  {row.email ?? t('applications.anyoneWithLink')}
                </RowName>
              </Td>
              <Td>
                <LabelBadge {...INVITATION_STATES[row.state]} />
              </Td>
              <Td className="hidden sm:table-cell">{formatInstant(row.expiresAt, timeZone)}</Td>
              <Td align="right">
                {canManage && row.state === 'open' && (
                  <Button
                    size="small"
                    isBusy={revoke.isPending && revoke.variables === row.id}
                    aria-label={t('applications.revokeInvitationForEmail', {
                      email: row.email ?? t('applications.anyoneWithLink2'),
                    })}
                    onClick={() => revoke.mutate(row.id)}
                  >
                    {t('applications.revoke')}
                  </Button>
                )}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      {list.hasNextPage && (
        <Button className="m-3" isBusy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          {t('applications.showMore')}
        </Button>
      )}
    </Card>
  )
}

function useRevoke() {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess, showError } = useToasts()
  return useMutation({
    mutationFn: (invitationId: number) =>
      read(
        api.POST('/api/programs/{programId}/partner-invitations/{invitationId}/revoke', {
          params: { path: { programId, invitationId: String(invitationId) } },
        }),
      ),
    onSuccess: () => showSuccess(t('applications.invitationRevoked')),
    onError: showError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['applications', programId, 'invitations'] }),
  })
}
