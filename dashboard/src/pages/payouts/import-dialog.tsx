import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, read } from '../../api/client.ts'
import { refreshMoney } from '../../api/money-queries.ts'
import { readFileText } from '../../format/file-text.ts'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { Field, Input } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { FieldErrors, useForm } from '../../ui/use-form.ts'

/** Imports an exported file in which paid payouts are marked. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const form = useImport(onClose)
  // Hides the previous file's errors when another file is selected.
  const [isErrorCurrent, setIsErrorCurrent] = useState(true)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    setIsErrorCurrent(true)
    form.onSubmit(event)
  }
  return (
    <FormDialog
      title={t('payouts.importPayouts')}
      description={t('payouts.exportPayoutsAsCSVSet')}
      form={{ ...form, onSubmit, error: isErrorCurrent ? form.error : undefined }}
      action={t('payouts.import')}
      noValidate
      job={{ text: t('payouts.allRowsAreCheckedFirst') }}
      onClose={onClose}
    >
      <Field label={t('payouts.csvFile')} error={isErrorCurrent ? form.getError('file') : undefined}>
        {(control) => (
          <Input
            {...control}
            type="file"
            name="file"
            onChange={() => setIsErrorCurrent(false)}
            accept=".csv,text/csv"
            className="h-auto! py-1.5 file:mr-3 file:rounded-md file:border-0 file:bg-fill file:px-2.5 file:py-1 file:font-medium file:text-ink"
          />
        )}
      </Field>
    </FormDialog>
  )
}

function useImport(onClose: () => void) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
  return useForm({
    fields: ['file'],
    readForm(typed) {
      const file = typed.get('file')
      return file instanceof File && file.size > 0 ? file : new FieldErrors({ file: t('payouts.chooseFile') })
    },
    save: async (file) =>
      (
        await read(
          api.POST('/api/programs/{programId}/payouts/import', {
            params: { path: { programId } },
            body: await readFileText(file),
            bodySerializer: (text) => text,
            headers: { 'content-type': 'text/csv' },
          }),
        )
      ).data,
    async onSaved({ paid, unchanged }) {
      const marked =
        paid === 1 ? t('payouts.n1PayoutMarkedAsPaid') : t('payouts.paidPayoutsMarkedAsPaid', { paid })
      showSuccess(t('payouts.markedUnchangedUnchanged', { marked, unchanged }))
      onClose()
      await refreshMoney(queryClient, programId)
    },
  })
}
