import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import { accountQuery } from '../../api/queries.ts'
import { t } from '../../messages/team-text.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { useToasts } from '../../ui/toast.tsx'

/** Whether the workspace requires a second factor of all members. */
export function TwoFactorDemand({ workspaceId, isDemanded }: { workspaceId: string; isDemanded: boolean }) {
  const queryClient = useQueryClient()
  const { say } = useToasts()
  const [isAsking, setIsAsking] = useState(false)
  const change = async () => {
    const params = { path: { workspaceId } }
    const body = { requiresTwoFactor: !isDemanded }
    await read(api.PATCH('/api/workspaces/{workspaceId}', { params, body }))
    await queryClient.invalidateQueries(accountQuery())
    say(isDemanded ? t('settings.twoFactorSignInIs') : t('settings.twoFactorSignInIs2'))
  }
  return (
    <Card>
      <CardHeader
        title={t('settings.twoFactorSignIn')}
        description={
          isDemanded ? t('settings.requiredMembersCantAccessThis') : t('settings.optionalForEachMember')
        }
      />
      <CardBody>
        <Button onClick={() => setIsAsking(true)}>
          {isDemanded ? t('settings.makeOptional') : t('settings.requireForAllMembers')}
        </Button>
      </CardBody>
      {isAsking && (
        <ConfirmDialog
          title={isDemanded ? t('settings.makeTwoFactorSignIn') : t('settings.requireTwoFactorSignIn')}
          action={isDemanded ? t('settings.makeOptional') : t('settings.requireForAllMembers2')}
          look={isDemanded ? 'danger' : 'primary'}
          onConfirm={change}
          onClose={() => setIsAsking(false)}
        >
          {isDemanded
            ? t('settings.membersWithoutSecondFactorCan')
            : t('settings.membersWithoutItLoseAccess')}
        </ConfirmDialog>
      )}
    </Card>
  )
}
