import { Link } from '@tanstack/react-router'
import { resetPassword } from '../../api/account.ts'
import { t } from '../../messages/team-text.ts'
import { Button } from '../../ui/button.tsx'
import { focusOnMount } from '../../ui/focus-page.ts'
import { FormError } from '../../ui/form-error.tsx'
import { useForm } from '../../ui/use-form.ts'
import { NEW_PASSWORD_HINT, PasswordField, readPassword } from './credentials.tsx'
import { EntryFrame, textLink } from './entry-frame.tsx'

/** The page behind a reset link. Its token is in the URL fragment, which browsers don't send to servers. */
export function ResetPasswordPage() {
  const form = useForm({
    fields: ['newPassword'],
    readForm: (typed) => ({
      token: window.location.hash.slice(1),
      newPassword: readPassword(typed, 'newPassword'),
    }),
    save: resetPassword,
    hasOwnCredential: true,
  })
  if (form.saved !== undefined) {
    return (
      <EntryFrame title={t('signIn.passwordChanged')} description={t('signIn.youveBeenSignedOutOn')}>
        <p className="text-center">
          <Link to="/sign-in" className={textLink} ref={focusOnMount}>
            {t('signIn.signIn')}
          </Link>
        </p>
      </EntryFrame>
    )
  }
  return (
    <EntryFrame title={t('signIn.setNewPassword')} description={t('signIn.theLinkCanBeUsed')}>
      <form onSubmit={form.onSubmit} className="flex flex-col gap-4">
        <PasswordField
          label={t('signIn.newPassword')}
          name="newPassword"
          autoComplete="new-password"
          hint={NEW_PASSWORD_HINT}
          error={form.getError('newPassword')}
        />
        <FormError error={form.error} />
        <Button type="submit" look="primary" isBusy={form.isBusy}>
          {t('signIn.setPassword')}
        </Button>
      </form>
    </EntryFrame>
  )
}
