import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { requestPasswordReset } from '../../api/account.ts'
import { signInOptionsQuery } from '../../api/queries.ts'
import { t } from '../../messages/team-text.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { readText, useForm } from '../../ui/use-form.ts'
import { EmailField } from './credentials.tsx'
import { EntryFrame, textLink } from './entry-frame.tsx'

const TITLE = t('signIn.forgotYourPassword')
const signInLink = (
  <Link to="/sign-in" className={textLink}>
    {t('signIn.backSignIn')}
  </Link>
)

export function ForgotPasswordPage() {
  const options = useQuery(signInOptionsQuery())
  const sending = options.data?.mailSending
  if (sending === 'off') return <ResetByCommand />
  if (sending !== undefined) return <ResetByEmail sending={sending} />
  return (
    <EntryFrame title={TITLE} footer={signInLink}>
      <Loaded query={options} loadingRows={2}>
        {() => null}
      </Loaded>
    </EntryFrame>
  )
}

function ResetByCommand() {
  return (
    <EntryFrame title={TITLE} description={t('signIn.thisInstallationDoesntSendEmail')} footer={signInLink}>
      <CodeBlock code="npx affiliate reset-password --email you@example.com" what="command" />
    </EntryFrame>
  )
}

function ResetByEmail({ sending }: { sending: 'smtp' | 'development' }) {
  const form = useForm({ readForm: (typed) => readText(typed, 'email'), save: requestPasswordReset })
  return (
    <EntryFrame
      title={TITLE}
      description={
        form.saved === undefined
          ? t('signIn.wellEmailYouLinkSet', { sending })
          : t('signIn.ifThisAddressHasAccount', { sending })
      }
      footer={signInLink}
    >
      <form onSubmit={form.onSubmit} className="flex flex-col gap-4">
        <EmailField />
        <FormError error={form.error} />
        <Button type="submit" look="primary" isBusy={form.isBusy}>
          {t('signIn.sendLink')}
        </Button>
      </form>
    </EntryFrame>
  )
}
