import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { requestPasswordReset } from '../../api/account.ts'
import { signInOptionsQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { textOf, useForm } from '../../ui/use-form.ts'
import { EmailField } from './credentials.tsx'
import { EntryFrame, textLink } from './entry-frame.tsx'

const TITLE = 'Forgot your password?'
const signInLink = (
  <Link to="/sign-in" className={textLink}>
    Back to sign in
  </Link>
)

export function ForgotPasswordPage() {
  const options = useQuery(signInOptionsQuery())
  if (options.data?.canMailPasswordReset === true) return <ByMail />
  if (options.data?.canMailPasswordReset === false) return <ByCommand />
  return (
    <EntryFrame title={TITLE} footer={signInLink}>
      <Loaded query={options} loadingRows={2}>
        {() => null}
      </Loaded>
    </EntryFrame>
  )
}

function ByCommand() {
  return (
    <EntryFrame
      title={TITLE}
      description="This installation sends no mail. Whoever runs it makes you a link that sets a new password, with this command:"
      footer={signInLink}
    >
      <CodeBlock code="npx affiliate reset-password --email you@example.com" what="command" />
    </EntryFrame>
  )
}

function ByMail() {
  const form = useForm({ readForm: (typed) => textOf(typed, 'email'), save: requestPasswordReset })
  return (
    <EntryFrame
      title={TITLE}
      description={
        form.saved === undefined
          ? 'You get a link by mail with which you set a new one.'
          : 'If there is an account of this address, a link is on its way to it. It works once, and for an hour.'
      }
      footer={signInLink}
    >
      <form onSubmit={form.onSubmit} className="flex flex-col gap-4">
        <EmailField />
        <FormError error={form.error} />
        <Button type="submit" look="primary" isBusy={form.isBusy}>
          Send the link
        </Button>
      </form>
    </EntryFrame>
  )
}
