import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { acceptInvitation, signOut } from '../../api/account.ts'
import { clearSessionQueries } from '../../api/query-client.ts'
import { t } from '../../messages/team-text.ts'
import { useAccount } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { EntryFrame } from './entry-frame.tsx'

const route = getRouteApi('/signed-in/invitations/$secret')

/** The page behind an invitation link. It is accepted by pressing a button, not by opening the link. */
export function InvitationPage() {
  const { secret } = route.useParams()
  const { user } = useAccount()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const accept = useMutation({
    mutationFn: () => acceptInvitation(secret),
    async onSuccess() {
      clearSessionQueries(queryClient)
      await navigate({ to: '/' })
    },
  })
  const leave = useMutation({
    mutationFn: signOut,
    async onSuccess() {
      await navigate({ to: '/sign-in', search: { next: `/invitations/${secret}` } })
      clearSessionQueries(queryClient)
    },
  })
  return (
    <EntryFrame
      title={t('signIn.joinWorkspace')}
      description={t('signIn.youAreSignedInAs', { email: user.email })}
    >
      <div className="flex flex-col gap-4">
        <FormError error={accept.error ?? leave.error} />
        <Button look="primary" isBusy={accept.isPending} onClick={() => accept.mutate()}>
          {t('signIn.acceptInvitation')}
        </Button>
        <Button look="quiet" isBusy={leave.isPending} onClick={() => leave.mutate()}>
          {t('signIn.useAnotherAccount')}
        </Button>
      </div>
    </EntryFrame>
  )
}
