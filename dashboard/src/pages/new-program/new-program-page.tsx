import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { createWorkspace } from '../../api/account.ts'
import { api, read } from '../../api/client.ts'
import { newProgramDefaultsQuery } from '../../api/queries.ts'
import type { Account } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import { useAccount } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/check.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { usePageTitle } from '../../ui/page-header.tsx'
import { FieldErrors, useForm } from '../../ui/use-form.ts'
import { textLink } from '../sign-in/entry-frame.tsx'
import { ProgramDefaults } from './program-defaults.tsx'
import { PROGRAM_FIELDS, ProgramFields, type ProgramValues, readProgramValues } from './program-fields.tsx'
import { WizardSteps } from './wizard-steps.tsx'

interface NewProgram extends ProgramValues {
  sandbox: boolean
  /** Empty if a workspace must be created first. */
  workspaceId: string
}

/** The first step of the wizard, which creates the program. The other steps change it. */
export function NewProgramPage() {
  const account = useAccount()
  const isFirst = account.workspaces.length === 0
  const title = isFirst ? t('newProgram.createYourFirstProgram') : t('newProgram.newProgram')
  const defaults = useQuery(newProgramDefaultsQuery())
  usePageTitle(title)
  return (
    <main className="mx-auto flex w-full max-w-4xl flex-col gap-6 px-4 py-8 sm:px-8 sm:py-12">
      <header>
        <img src="/favicon.svg" alt="" className="mb-4 size-9" />
        <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
        <p className="mt-1 text-ink-3">{t('newProgram.eachProgramHasItsOwn')}</p>
      </header>
      <WizardSteps current="program" />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Card>
          <CardBody>
            <NewProgramForm account={account} />
          </CardBody>
        </Card>
        <Card>
          <CardHeader title={t('setup.defaults')} description={t('setup.defaultsMean')} />
          <Loaded query={defaults} loadingRows={6}>
            {(loaded) => (
              <CardBody>
                <ProgramDefaults defaults={loaded} />
              </CardBody>
            )}
          </Loaded>
        </Card>
      </div>
      {!isFirst && (
        <p>
          <Link to="/" className={textLink}>
            {t('newProgram.backYourPrograms')}
          </Link>
        </p>
      )}
    </main>
  )
}

function NewProgramForm({ account }: { account: Account }) {
  const workspaces = account.workspaces.filter(({ permissions }) => permissions.includes('program:create'))
  const form = useNewProgram(account, workspaces[0]?.id)
  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-5">
      <ProgramFields timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone} getError={form.getError} />
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
      <Checkbox
        name="sandbox"
        label={t('newProgram.sandbox')}
        hint={t('newProgram.practiceModeWithClockYou')}
      />
      <FormError error={form.error} />
      <Button type="submit" look="primary" className="self-start" isBusy={form.isBusy}>
        {t('newProgram.createProgram')}
      </Button>
    </form>
  )
}

function useNewProgram(account: Account, firstWorkspaceId: string | undefined) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useForm({
    fields: PROGRAM_FIELDS,
    readForm: (typed) => {
      const values = readProgramValues(typed)
      if (values instanceof FieldErrors) return values
      return {
        ...values,
        sandbox: typed.get('sandbox') !== null,
        workspaceId: String(typed.get('workspaceId') ?? firstWorkspaceId ?? ''),
      }
    },
    save: (program) => createProgram(program, account),
    async onSaved(program) {
      await queryClient.invalidateQueries()
      // Replaces the form in the history, so that the Back button doesn't create a second program.
      await navigate({
        to: '/programs/$programId/setup',
        params: { programId: String(program.id) },
        search: { step: 'commission' },
        replace: true,
      })
    },
  })
}

async function createProgram(
  { name, siteUrl, timeZone, sandbox, workspaceId }: NewProgram,
  account: Account,
) {
  if (workspaceId === '' && account.workspaces.length === 0) {
    await createWorkspace({ name, slug: newSlug() })
  }
  const body = {
    name,
    timeZone,
    sandbox,
    ...(siteUrl === undefined ? {} : { siteUrl }),
    ...(workspaceId === '' ? {} : { workspaceId }),
  }
  return (await read(api.POST('/api/programs', { body }))).data
}

/** Random, because a workspace is identified by name and its slug only has to be unique. */
function newSlug(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8))
  return `workspace-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
