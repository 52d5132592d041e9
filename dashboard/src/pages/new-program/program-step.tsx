import { useQueryClient } from '@tanstack/react-query'
import { api, read } from '../../api/client.ts'
import { programQuery } from '../../api/queries.ts'
import { t } from '../../messages/team-text.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody } from '../../ui/card.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { useForm } from '../../ui/use-form.ts'
import { pickChanges } from '../settings/program-form.ts'
import { PROGRAM_FIELDS, ProgramFields, readProgramValues } from './program-fields.tsx'
import { StepActions, type StepProps } from './step-actions.tsx'

/** Changes the name, site and time zone of the program that the first step created. */
export function ProgramStep({ step, isComplete, onDone }: StepProps) {
  const programId = useProgramId()
  const program = useProgram()
  const queryClient = useQueryClient()
  const form = useForm({
    fields: PROGRAM_FIELDS,
    readForm: readProgramValues,
    async save({ siteUrl = null, ...values }) {
      const params = { path: { programId } }
      const body = pickChanges({ ...values, siteUrl }, program)
      return (await read(api.PATCH('/api/programs/{programId}', { params, body }))).data
    },
    async onSaved(saved) {
      queryClient.setQueryData(programQuery(programId).queryKey, saved)
      // Program lists show the name, and a different time zone changes every report.
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'program' })
      await onDone()
    },
  })
  return (
    <Card>
      <CardBody>
        <form onSubmit={form.onSubmit} className="flex max-w-xl flex-col gap-5">
          <ProgramFields
            name={program.name}
            siteUrl={program.siteUrl}
            timeZone={program.timeZone}
            getError={form.getError}
          />
          <FormError error={form.error} />
          <StepActions step={step} isComplete={isComplete}>
            <Button type="submit" look="primary" isBusy={form.isBusy}>
              {t('setup.saveAndContinue')}
            </Button>
          </StepActions>
        </form>
      </CardBody>
    </Card>
  )
}
