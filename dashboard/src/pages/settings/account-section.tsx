import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { signOutEverywhere } from '../../api/account.ts'
import { clearSessionQueries } from '../../api/query-client.ts'
import { t } from '../../messages/team-text.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { NameCard } from '../account/name-card.tsx'
import { PasswordCard } from '../account/password-card.tsx'
import { TwoFactorCard } from '../account/two-factor-card.tsx'

export function AccountSection() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const leave = async () => {
    await signOutEverywhere()
    await navigate({ to: '/sign-in' })
    clearSessionQueries(queryClient)
  }
  return (
    <div className="flex flex-col gap-4">
      <NameCard />
      <PasswordCard />
      <TwoFactorCard />
      <Card>
        <CardHeader title={t('settings.signOutEverywhere')} description={t('settings.signsYouOutOnAll')} />
        <CardBody>
          <Button onClick={() => setIsDialogOpen(true)}>{t('settings.signOutEverywhere')}</Button>
        </CardBody>
      </Card>
      {isDialogOpen && (
        <ConfirmDialog
          title={t('settings.signOutEverywhere2')}
          action={t('settings.signOutEverywhere')}
          onConfirm={leave}
          onClose={() => setIsDialogOpen(false)}
        >
          {t('settings.youllNeedSignInAgain')}
        </ConfirmDialog>
      )}
    </div>
  )
}
