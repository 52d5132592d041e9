import { changePassword } from '../../api/account.ts'
import { t } from '../../messages/team-text.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { NEW_PASSWORD_HINT, PasswordField, readPassword } from '../sign-in/credentials.tsx'

export function PasswordCard() {
  const { showSuccess } = useToasts()
  const form = useForm({
    fields: ['currentPassword', 'newPassword'],
    readForm: (typed) => ({
      currentPassword: readPassword(typed, 'currentPassword'),
      newPassword: readPassword(typed, 'newPassword'),
    }),
    save: changePassword,
    onSaved(_answer, _passwords, element) {
      element.reset()
      showSuccess(t('account.yourPasswordWasChangedYoure'))
    },
  })
  return (
    <Card>
      <CardHeader title={t('account.password')} description={t('account.changingItSignsYouOut')} />
      <CardBody>
        <form onSubmit={form.onSubmit} className="flex max-w-sm flex-col gap-4">
          <PasswordField
            label={t('account.currentPassword')}
            name="currentPassword"
            autoComplete="current-password"
            error={form.getError('currentPassword')}
          />
          <PasswordField
            label={t('account.newPassword')}
            name="newPassword"
            autoComplete="new-password"
            hint={NEW_PASSWORD_HINT}
            error={form.getError('newPassword')}
          />
          <FormError error={form.error} />
          <div>
            <Button type="submit" isBusy={form.isBusy}>
              {t('account.changePassword')}
            </Button>
          </div>
        </form>
      </CardBody>
    </Card>
  )
}
