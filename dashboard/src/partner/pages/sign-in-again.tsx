import { useMutation } from '@tanstack/react-query'
import { api, read } from '../../api/client.ts'
import { rich, t } from '../../messages/portal-text.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'

/** Asks for a recent sign-in by emailing a new link to the partner's own address. */
export function SignInAgain({ email }: { email: string }) {
  const request = useMutation({
    mutationFn: () => read(api.POST('/api/partner/sign-in-links', { body: { email } })),
  })
  if (request.isSuccess) {
    return (
      <p role="status">
        {rich('signInAgain.weveSentLinkEmailOpen', {
          email,
          span: (children) => <span className="break-all">{children}</span>,
        })}
      </p>
    )
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-ink-3">{t('signInAgain.thisRequiresRecentSignIn')}</p>
      <Button isBusy={request.isPending} onClick={() => request.mutate()}>
        {t('signInAgain.sendSignInLink')}
      </Button>
      <FormError error={request.error} />
    </div>
  )
}
