import { useMutation } from '@tanstack/react-query'
import { api, read } from '../../api/client.ts'
import { rich, t } from '../../messages/portal-text.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'

/** Asks for a recent sign-in by emailing a new link to the partner's own address. */
export function SignInAnew({ email, what }: { email: string; what: string }) {
  const ask = useMutation({
    mutationFn: () => read(api.POST('/api/partner/sign-in-links', { body: { email } })),
  })
  if (ask.isSuccess) {
    return (
      <p role="status">
        {rich('signInAnew.weveSentLinkEmailOpen', {
          email,
          span: (children) => <span className="break-all">{children}</span>,
        })}
      </p>
    )
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-ink-3">{t('signInAnew.whatRequiresSignInWithin', { what })}</p>
      <Button isBusy={ask.isPending} onClick={() => ask.mutate()}>
        {t('signInAnew.sendSignInLink')}
      </Button>
      <FormError error={ask.error} />
    </div>
  )
}
