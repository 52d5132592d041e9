import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { signOutEverywhere } from '../../api/account.ts'
import { forgetReads } from '../../api/query-client.ts'
import { useAccount } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { PasswordCard } from '../account/password-card.tsx'
import { TwoFactorCard } from '../account/two-factor-card.tsx'
import { ROLES } from './roles.ts'

export function AccountSection() {
  const { user, workspaces } = useAccount()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const leave = async () => {
    await signOutEverywhere()
    await navigate({ to: '/sign-in' })
    forgetReads(queryClient)
  }
  return (
    <div className="flex flex-col gap-4">
      <Card>
        <CardHeader title="You" />
        <CardBody>
          <Facts>
            <Fact name="Name">{user.name}</Fact>
            <Fact name="E-mail">{user.email}</Fact>
            {workspaces.map(({ id, name, role }) => (
              <Fact key={id} name={name}>
                {ROLES[role].label}
              </Fact>
            ))}
          </Facts>
        </CardBody>
      </Card>
      <PasswordCard />
      <TwoFactorCard />
      <Card>
        <CardHeader
          title="Sign out everywhere"
          description="Ends every session of your account, on every device, this one included. Do it when a device is lost or a token may have leaked."
        />
        <CardBody>
          <Button onClick={() => setIsAsking(true)}>Sign out everywhere</Button>
        </CardBody>
      </Card>
      {isAsking && (
        <ConfirmDialog
          title="Sign out everywhere?"
          action="Sign out everywhere"
          onConfirm={leave}
          onClose={() => setIsAsking(false)}
        >
          You will have to sign in again, here and on every other device. Programs and API keys go on as they
          are.
        </ConfirmDialog>
      )}
    </div>
  )
}
