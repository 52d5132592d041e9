import { useMutation } from '@tanstack/react-query'
import { api, read } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'

/** What a session that began long ago may not do: a new link is mailed to the own address. */
export function SignInAnew({ email, what }: { email: string; what: string }) {
  const ask = useMutation({
    mutationFn: () => read(api.POST('/api/partner/sign-in-links', { body: { email } })),
  })
  if (ask.isSuccess) {
    return (
      <p role="status">
        A link is on its way to <span className="break-all">{email}</span>. Open it here, and come back to
        this page.
      </p>
    )
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-ink-3">
        {what} takes a sign-in within the last 15 minutes: have another link sent to you.
      </p>
      <Button isBusy={ask.isPending} onClick={() => ask.mutate()}>
        Send me a link
      </Button>
      <FormError error={ask.error} />
    </div>
  )
}
