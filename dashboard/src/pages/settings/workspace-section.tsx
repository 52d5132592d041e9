import { useQueryClient } from '@tanstack/react-query'
import { api, read } from '../../api/client.ts'
import { accountQuery } from '../../api/queries.ts'
import { t } from '../../messages/team-text.ts'
import { useAccount, usePermissionCheck, useProgram } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { NoAccess } from '../../ui/list-page.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { readText, useForm } from '../../ui/use-form.ts'

export function WorkspaceSection() {
  const canManage = usePermissionCheck()('member:manage')
  const { workspaceId } = useProgram()
  const workspace = useAccount().workspaces.find(({ id }) => id === workspaceId)
  if (!canManage || workspace === undefined) {
    return <NoAccess what={t('settings.theWorkspace')}>{t('settings.onlyOwnersAndAdminsThis3')}</NoAccess>
  }
  return <WorkspaceForm workspaceId={workspaceId} name={workspace.name} />
}

function WorkspaceForm({ workspaceId, name }: { workspaceId: string; name: string }) {
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
  const form = useForm({
    fields: ['name'],
    readForm: (typed) => ({ name: readText(typed, 'name') }),
    save: (body) =>
      read(api.PATCH('/api/workspaces/{workspaceId}', { params: { path: { workspaceId } }, body })),
    async onSaved() {
      showSuccess(t('settings.workspaceSaved'))
      await queryClient.invalidateQueries(accountQuery())
    },
  })
  return (
    <Card>
      <CardHeader title={t('settings.workspace')} description={t('settings.workspaceContains')} />
      <CardBody>
        <form onSubmit={form.onSubmit} className="flex max-w-sm flex-col gap-4">
          <Field
            label={t('settings.name')}
            hint={t('settings.workspaceNameHint')}
            error={form.getError('name')}
          >
            {(control) => (
              <Input
                {...control}
                name="name"
                defaultValue={name}
                required
                maxLength={255}
                autoComplete="off"
              />
            )}
          </Field>
          <FormError error={form.error} />
          <div>
            <Button type="submit" look="primary" isBusy={form.isBusy}>
              {t('settings.saveWorkspace')}
            </Button>
          </div>
        </form>
      </CardBody>
    </Card>
  )
}
