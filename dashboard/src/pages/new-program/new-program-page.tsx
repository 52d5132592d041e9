import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { createWorkspace } from '../../api/account.ts'
import { api, read } from '../../api/client.ts'
import type { Account } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import { useAccount } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/check.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { textOf, useForm } from '../../ui/use-form.ts'
import { EntryFrame, textLink } from '../sign-in/entry-frame.tsx'

interface NewProgram {
  name: string
  timeZone: string
  sandbox: boolean
  /** Empty if a workspace must be created first. */
  workspaceId: string
}

export function NewProgramPage() {
  const account = useAccount()
  const workspaces = account.workspaces.filter(({ permissions }) => permissions.includes('program:create'))
  const form = useNewProgram(account, workspaces[0]?.id)
  return (
    <EntryFrame
      title={
        account.workspaces.length === 0 ? t('newProgram.createYourFirstProgram') : t('newProgram.newProgram')
      }
      description={t('newProgram.eachProgramHasItsOwn')}
      footer={
        account.workspaces.length > 0 && (
          <Link to="/" className={textLink}>
            {t('newProgram.backYourPrograms')}
          </Link>
        )
      }
    >
      <form onSubmit={form.onSubmit} className="flex flex-col gap-4">
        <Field
          label={t('newProgram.name')}
          hint={t('newProgram.partnersSeeThisOnJoin')}
          error={form.errorOf('name')}
        >
          {(control) => (
            <Input
              {...control}
              name="name"
              required
              maxLength={255}
              placeholder={t('newProgram.acmePartners')}
            />
          )}
        </Field>
        {workspaces.length > 1 && (
          <Field label={t('newProgram.workspace')}>
            {(control) => (
              <Select {...control} name="workspaceId">
                {workspaces.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <TimeZoneField />
        <Checkbox
          name="sandbox"
          label={t('newProgram.sandbox')}
          hint={t('newProgram.practiceModeWithClockYou')}
        />
        <FormError error={form.error} />
        <Button type="submit" look="primary" isBusy={form.isBusy}>
          {t('newProgram.createProgram')}
        </Button>
      </form>
    </EntryFrame>
  )
}

function TimeZoneField() {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <Field label={t('newProgram.timeZone')} hint={t('newProgram.usedForDaysInReports')}>
      {(control) => (
        <Select {...control} name="timeZone" defaultValue={here}>
          {[...new Set([here, 'UTC', ...Intl.supportedValuesOf('timeZone')])].map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function useNewProgram(account: Account, firstWorkspaceId: string | undefined) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useForm({
    fields: ['name'],
    readForm: (typed) => ({
      name: textOf(typed, 'name'),
      timeZone: textOf(typed, 'timeZone'),
      sandbox: typed.get('sandbox') !== null,
      workspaceId: String(typed.get('workspaceId') ?? firstWorkspaceId ?? ''),
    }),
    save: (program) => createProgram(program, account),
    async onSaved(program) {
      await queryClient.invalidateQueries()
      await navigate({ to: '/programs/$programId/integration', params: { programId: String(program.id) } })
    },
  })
}

async function createProgram({ workspaceId, ...program }: NewProgram, account: Account) {
  if (workspaceId === '' && account.workspaces.length === 0) {
    await createWorkspace({ name: program.name, slug: newSlug() })
  }
  const body = workspaceId === '' ? program : { ...program, workspaceId }
  return (await read(api.POST('/api/programs', { body }))).data
}

/** Random, because a workspace is identified by name and its slug only has to be unique. */
function newSlug(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8))
  return `workspace-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
