import { rich, t } from '../../messages/portal-text.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { SendAnotherLink, useSignInLink } from '../sign-in-link.tsx'

/** Asks for a recent sign-in by emailing a new link to the partner's own address. */
export function SignInAgain({ email }: { email: string }) {
  const link = useSignInLink('/profile')
  const { request, sent } = link
  if (sent !== undefined) {
    return (
      <div className="flex flex-col items-start gap-3">
        <p role="status">
          {rich(sent.isRepeated ? 'signInAgain.weSentLinkMomentAgo' : 'signInAgain.weveSentLinkEmailOpen', {
            email,
            span: (children) => <span className="break-all">{children}</span>,
          })}
        </p>
        <SendAnotherLink link={link} email={email} />
        <FormError error={request.error} />
      </div>
    )
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-ink-3">{t('signInAgain.thisRequiresRecentSignIn')}</p>
      <Button isBusy={request.isPending} onClick={() => request.mutate(email)}>
        {t('signInAgain.sendSignInLink')}
      </Button>
      <FormError error={request.error} />
    </div>
  )
}
