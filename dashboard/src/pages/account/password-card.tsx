import { changePassword } from '../../api/account.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { NEW_PASSWORD_HINT, PasswordField, passwordOf } from '../sign-in/credentials.tsx'

export function PasswordCard() {
  const { say } = useToasts()
  const form = useForm({
    fields: ['currentPassword', 'newPassword'],
    readForm: (typed) => ({
      currentPassword: passwordOf(typed, 'currentPassword'),
      newPassword: passwordOf(typed, 'newPassword'),
    }),
    save: changePassword,
    onSaved(_answer, _passwords, element) {
      element.reset()
      say('Your password is changed; every other session has ended.')
    },
  })
  return (
    <Card>
      <CardHeader title="Password" description="A new one ends every other session of your account." />
      <CardBody>
        <form onSubmit={form.onSubmit} className="flex max-w-sm flex-col gap-4">
          <PasswordField
            label="Current password"
            name="currentPassword"
            autoComplete="current-password"
            error={form.errorOf('currentPassword')}
          />
          <PasswordField
            label="New password"
            name="newPassword"
            autoComplete="new-password"
            hint={NEW_PASSWORD_HINT}
            error={form.errorOf('newPassword')}
          />
          <FormError error={form.error} />
          <div>
            <Button type="submit" isBusy={form.isBusy}>
              Change password
            </Button>
          </div>
        </form>
      </CardBody>
    </Card>
  )
}
