import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { acceptInvitation, signOut } from '../../api/account.ts'
import { clearSessionQueries } from '../../api/query-client.ts'
import { t } from '../../messages/team-text.ts'
import { useAccount } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { EntryFrame, textLink } from './entry-frame.tsx'
import { useInvitation } from './invitation.ts'

const route = getRouteApi('/signed-in/invitations/$secret')

/** The page behind an invitation link. It is accepted by pressing a button, not by opening the link. */
export function InvitationPage() {
  const { secret } = route.useParams()
  const { user } = useAccount()
  const { data: invitation, error } = useInvitation(secret)
  if (error !== null) {
    return (
      <EntryFrame
        title={t('signIn.invitationNotFound')}
        footer={
          <Link to="/" className={textLink}>
            {t('signIn.goToYourWorkspace')}
          </Link>
        }
      >
        <FormError error={error} />
      </EntryFrame>
    )
  }
  if (invitation === undefined) {
    return (
      <EntryFrame title={t('signIn.joinWorkspace')}>
        <SkeletonRows rows={2} />
      </EntryFrame>
    )
  }
  const { workspaceName: workspace, inviterName: inviter, role, email } = invitation
  return (
    <EntryFrame
      title={t('signIn.joinNamedWorkspace', { workspace })}
      description={t('signIn.inviterInvitedYou', { inviter, workspace, role })}
    >
      {user.email === email ? (
        <Answer secret={secret}>
          <p>{t('signIn.roleMeans', { role })}</p>
          <p className="text-ink-3">{t('signIn.youAreSignedInAs', { email })}</p>
        </Answer>
      ) : (
        <OtherAccount secret={secret}>
          {t('signIn.invitationIsForAnotherAddress', { invited: email, own: user.email })}
        </OtherAccount>
      )}
    </EntryFrame>
  )
}

function Answer({ secret, children }: { secret: string; children: ReactNode }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const leave = useLeave(secret)
  const accept = useMutation({
    mutationFn: () => acceptInvitation(secret),
    async onSuccess() {
      clearSessionQueries(queryClient)
      await navigate({ to: '/' })
    },
  })
  return (
    <div className="flex flex-col gap-4">
      {children}
      <FormError error={accept.error ?? leave.error} />
      <Button look="primary" isBusy={accept.isPending} onClick={() => accept.mutate()}>
        {t('signIn.acceptInvitation')}
      </Button>
      <Button look="quiet" isBusy={leave.isPending} onClick={() => leave.mutate()}>
        {t('signIn.useAnotherAccount')}
      </Button>
    </div>
  )
}

function OtherAccount({ secret, children }: { secret: string; children: ReactNode }) {
  const leave = useLeave(secret)
  return (
    <div className="flex flex-col gap-4">
      <p className="wrap-anywhere">{children}</p>
      <FormError error={leave.error} />
      <Button look="primary" isBusy={leave.isPending} onClick={() => leave.mutate()}>
        {t('signIn.useAnotherAccount')}
      </Button>
    </div>
  )
}

/** Signs out, then opens sign-in for the same invitation. */
function useLeave(secret: string) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: signOut,
    async onSuccess() {
      await navigate({ to: '/sign-in', search: { next: `/invitations/${secret}` } })
      clearSessionQueries(queryClient)
    },
  })
}
