import { useQueryClient } from '@tanstack/react-query'
import { api, read } from '../../api/client.ts'
import { accountQuery } from '../../api/queries.ts'
import { t } from '../../messages/team-text.ts'
import { useAccount } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { readText, useForm } from '../../ui/use-form.ts'
import { ROLES } from '../settings/roles.ts'

/** The user's name (editable), email and roles. */
export function NameCard() {
  const { user, workspaces } = useAccount()
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
  const form = useForm({
    fields: ['name'],
    readForm: (typed) => ({ name: readText(typed, 'name') }),
    save: (body) => read(api.PATCH('/api/account', { body })),
    async onSaved() {
      showSuccess(t('account.nameSaved'))
      await queryClient.invalidateQueries(accountQuery())
      await queryClient.invalidateQueries({ queryKey: ['members'] })
    },
  })
  return (
    <Card>
      <CardHeader title={t('settings.you')} />
      <CardBody className="flex flex-col gap-5">
        <form onSubmit={form.onSubmit} className="flex max-w-sm flex-col gap-4">
          <Field label={t('settings.name')} hint={t('account.nameHint')} error={form.getError('name')}>
            {(control) => (
              <Input
                {...control}
                name="name"
                autoComplete="name"
                defaultValue={user.name}
                required
                maxLength={255}
              />
            )}
          </Field>
          <FormError error={form.error} />
          <div>
            <Button type="submit" isBusy={form.isBusy}>
              {t('account.saveName')}
            </Button>
          </div>
        </form>
        <DetailList>
          <DetailItem name={t('settings.email')}>{user.email}</DetailItem>
          {workspaces.map(({ id, name, role }) => (
            <DetailItem key={id} name={name}>
              {ROLES[role].label}
            </DetailItem>
          ))}
        </DetailList>
      </CardBody>
    </Card>
  )
}
