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
export function TwoFactorRequirement({
  workspaceId,
  isRequired,
}: {
  workspaceId: string
  isRequired: boolean
}) {
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const change = async () => {
    const params = { path: { workspaceId } }
    const body = { requiresTwoFactor: !isRequired }
    await read(api.PATCH('/api/workspaces/{workspaceId}', { params, body }))
    await queryClient.invalidateQueries(accountQuery())
    showSuccess(isRequired ? t('settings.twoFactorSignInIs') : t('settings.twoFactorSignInIs2'))
  }
  return (
    <Card>
      <CardHeader
        title={t('settings.twoFactorSignIn')}
        description={
          isRequired ? t('settings.requiredMembersCantAccessThis') : t('settings.optionalForEachMember')
        }
      />
      <CardBody>
        <Button onClick={() => setIsDialogOpen(true)}>
          {isRequired ? t('settings.makeOptional') : t('settings.requireForAllMembers')}
        </Button>
      </CardBody>
      {isDialogOpen && (
        <ConfirmDialog
          title={isRequired ? t('settings.makeTwoFactorSignIn') : t('settings.requireTwoFactorSignIn')}
          action={isRequired ? t('settings.makeOptional') : t('settings.requireForAllMembers')}
          look={isRequired ? 'danger' : 'primary'}
          onConfirm={change}
          onClose={() => setIsDialogOpen(false)}
        >
          {isRequired
            ? t('settings.membersWithoutSecondFactorCan')
            : t('settings.membersWithoutItLoseAccess')}
        </ConfirmDialog>
      )}
    </Card>
  )
}
