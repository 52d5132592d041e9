import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import { t } from '../../messages/portal-text.ts'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/check.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { QueryView } from '../display.tsx'
import { type MailPreferences, mailPreferencesQuery, type PortalProgram, programsQuery } from '../queries.ts'

const MAILS = [
  { name: 'sales', label: t('mailPreferences.newEarnings'), hint: t('mailPreferences.oneEmailForAllSales') },
  { name: 'firstClick', label: t('mailPreferences.yourFirstClick'), hint: undefined },
  { name: 'statements', label: t('mailPreferences.monthlyStatements'), hint: undefined },
] as const

/** The partner's email preferences by program. */
export function ProgramEmailPreferences({ canChange }: { canChange: boolean }) {
  const programs = useQuery(programsQuery)
  return (
    <QueryView query={programs}>
      {(all) => (all.length === 0 ? null : <ChosenProgram programs={all} canChange={canChange} />)}
    </QueryView>
  )
}

function ChosenProgram({ programs, canChange }: { programs: readonly PortalProgram[]; canChange: boolean }) {
  const [chosen, choose] = useState(0)
  const program = programs[chosen] ?? programs[0]
  const choices = useQuery(mailPreferencesQuery(program?.id ?? 0))
  if (program === undefined) return null
  return (
    <Card>
      <CardHeader title={t('mailPreferences.emailNotifications')} />
      <CardBody className="grid gap-4">
        {programs.length > 1 && (
          <Field label={t('mailPreferences.program')}>
            {(control) => (
              <Select
                {...control}
                value={program.id}
                onChange={(event) => choose(event.target.selectedIndex)}
              >
                {programs.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <QueryView query={choices}>
          {(data) => <Choices key={program.id} program={program} choices={data} canChange={canChange} />}
        </QueryView>
      </CardBody>
    </Card>
  )
}

function Choices({
  program,
  choices,
  canChange,
}: {
  program: PortalProgram
  choices: MailPreferences
  canChange: boolean
}) {
  const queryClient = useQueryClient()
  const { isMailed, ...wanted } = choices
  const { queryKey } = mailPreferencesQuery(program.id)
  const change = useMutation({
    // Sends one request at a time, so that the last choice is the one saved.
    scope: { id: `mail-preferences-${program.id}` },
    onMutate: async (changes: Partial<typeof wanted>) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, (latest = choices) => ({ ...latest, ...changes }))
    },
    mutationFn: () => {
      const { isMailed: _, ...body } = queryClient.getQueryData(queryKey) ?? choices
      return read(
        api.PUT('/api/partner/programs/{programId}/mail-preferences', {
          params: { path: { programId: String(program.id) } },
          body,
        }),
      )
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
  if (!isMailed)
    return <p className="text-ink-3">{t('mailPreferences.nameDoesntSendEmails', { name: program.name })}</p>
  return (
    <>
      {MAILS.map(({ name, label, hint }) => (
        <Checkbox
          key={name}
          label={label}
          hint={hint}
          checked={wanted[name]}
          disabled={!canChange}
          onChange={(event) => change.mutate({ [name]: event.target.checked })}
        />
      ))}
      <p className="text-[0.8125rem] text-ink-3">{t('mailPreferences.emailsAboutPayoutsAndReversed')}</p>
      <FormError error={change.error} />
      <p role="status" className={clsx(change.isError ? 'text-bad' : 'text-ink-3', 'empty:hidden')}>
        {change.isPending && t('mailPreferences.saving')}
        {change.isSuccess && t('mailPreferences.saved')}
        {change.isError && t('mailPreferences.notSaved')}
      </p>
    </>
  )
}
