import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import type { Permission } from '../../api/types.ts'
import { enumValues } from '../../format/enums.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgram } from '../../session/use-program.ts'
import { Checkbox } from '../../ui/check.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { FieldErrors, type Form, readText, useForm } from '../../ui/use-form.ts'
import { PERMISSIONS } from './permission-labels.ts'

type Scope = 'workspace' | 'program'
type KeyField = 'name' | 'permissions' | 'expiresAt'

/** Creates a management key and shows it once. */
export function CreateManagementKeyDialog({ onClose }: { onClose: () => void }) {
  const [scope, setScope] = useState<Scope>('workspace')
  const { name: programName } = useProgram()
  const form = useCreateKey(scope)
  if (form.saved !== undefined) {
    return (
      <SecretDialog
        title={t('settings.yourNewManagementKey')}
        description={t('settings.copyItNowAndStore')}
        secrets={[form.saved.key]}
        what={t('settings.managementKey')}
        onClose={onClose}
      />
    )
  }
  return (
    <FormDialog
      title={t('settings.createManagementKey')}
      description={t('settings.theKeyStopsWorkingIf')}
      form={form}
      action={t('settings.createKey')}
      noValidate
      onClose={onClose}
    >
      <Field
        label={t('settings.name')}
        hint={t('settings.theApplicationThatWillUse')}
        error={form.getError('name')}
      >
        {(control) => <Input {...control} name="name" maxLength={100} autoComplete="off" />}
      </Field>
      <Field label={t('settings.applies')}>
        {(control) => (
          <Select
            {...control}
            value={scope}
            onChange={({ target }) => setScope(target.value === 'program' ? 'program' : 'workspace')}
          >
            <option value="workspace">{t('settings.allProgramsInThisWorkspace')}</option>
            <option value="program">{t('settings.onlyProgramName', { programName })}</option>
          </Select>
        )}
      </Field>
      <PermissionBoxes scope={scope} form={form} />
      <Field
        label={t('settings.expirationDate')}
        hint={t('settings.theKeyWorksUntilEnd')}
        error={form.getError('expiresAt')}
      >
        {(control) => <Input {...control} name="lastDay" type="date" />}
      </Field>
    </FormDialog>
  )
}

function PermissionBoxes({ scope, form }: { scope: Scope; form: Form<KeyField> }) {
  const can = usePermissionCheck()
  const error = form.getError('permissions')
  const offered = permissionsFor(scope).filter((permission) => can(permission))
  return (
    <fieldset data-invalid={error !== undefined || undefined} className="flex min-w-0 flex-col gap-2.5">
      <legend className="mb-1.5 font-medium">{t('settings.permissions')}</legend>
      {error !== undefined && (
        <p role="alert" className="text-bad">
          {error}
        </p>
      )}
      {offered.map((permission) => (
        <Checkbox
          key={permission}
          name="permission"
          value={permission}
          label={PERMISSIONS[permission].label}
          hint={PERMISSIONS[permission].hint}
        />
      ))}
    </fieldset>
  )
}

function permissionsFor(scope: Scope): Permission[] {
  return enumValues(PERMISSIONS).filter((one) => scope === 'workspace' || !PERMISSIONS[one].isWorkspaceWide)
}

function useCreateKey(scope: Scope) {
  const { id: programId, workspaceId } = useProgram()
  const queryClient = useQueryClient()
  return useForm({
    fields: ['name', 'permissions', 'expiresAt'] as const satisfies KeyField[],
    readForm: (typed) => readKey(typed, scope),
    save: async (body) => {
      const params = { path: { workspaceId } }
      const requestBody = scope === 'program' ? { ...body, programId } : body
      return (
        await read(api.POST('/api/workspaces/{workspaceId}/management-keys', { params, body: requestBody }))
      ).data
    },
    onSaved: () => queryClient.invalidateQueries({ queryKey: ['management-keys', workspaceId] }),
  })
}

function readKey(typed: FormData, scope: Scope) {
  const name = readText(typed, 'name')
  const chosen = typed.getAll('permission')
  const permissions = permissionsFor(scope).filter((permission) => chosen.includes(permission))
  if (name === '' || permissions.length === 0) {
    return new FieldErrors<KeyField>({
      name: name === '' ? t('settings.enterApplicationThatWillUse') : undefined,
      permissions: permissions.length === 0 ? t('settings.chooseAtLeastOnePermission') : undefined,
      expiresAt: undefined,
    })
  }
  const lastDay = readText(typed, 'lastDay')
  return { name, permissions, ...(lastDay === '' ? {} : { expiresAt: `${lastDay}T23:59:59.999Z` }) }
}
