import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { createWorkspace } from '../../api/account.ts'
import { api, read } from '../../api/client.ts'
import type { Account } from '../../api/types.ts'
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
  /** Empty: a workspace is made first. */
  workspaceId: string
}

export function NewProgramPage() {
  const account = useAccount()
  const workspaces = account.workspaces.filter(({ permissions }) => permissions.includes('program:create'))
  const form = useNewProgram(account, workspaces[0]?.id)
  return (
    <EntryFrame
      title={account.workspaces.length === 0 ? 'Create your first program' : 'New program'}
      description="A program has its own partners, links, API keys and reports."
      footer={
        account.workspaces.length > 0 && (
          <Link to="/" className={textLink}>
            Back to your programs
          </Link>
        )
      }
    >
      <form onSubmit={form.onSubmit} className="flex flex-col gap-4">
        <Field
          label="Name"
          hint="Partners see it on the join page and in mails."
          error={form.errorOf('name')}
        >
          {(control) => (
            <Input {...control} name="name" required maxLength={255} placeholder="Acme partners" />
          )}
        </Field>
        {workspaces.length > 1 && (
          <Field label="Workspace">
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
          label="Sandbox"
          hint="For rehearsals: it runs on a clock that you move forward, with test keys only. Nobody is paid or invoiced. It stays one."
        />
        <FormError error={form.error} />
        <Button type="submit" look="primary" isBusy={form.isBusy}>
          Create program
        </Button>
      </form>
    </EntryFrame>
  )
}

function TimeZoneField() {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <Field label="Time zone" hint="Days in reports are counted in it. You can change it later.">
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

/** A workspace is known by its name; its slug only has to be one nobody else has. */
function newSlug(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8))
  return `workspace-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
