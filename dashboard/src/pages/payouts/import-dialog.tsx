import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, read } from '../../api/client.ts'
import { refreshMoney } from '../../api/money-queries.ts'
import { textOfFile } from '../../format/file-text.ts'
import { formatCount } from '../../format/number.ts'
import { useProgramId } from '../../session/use-program.ts'
import { Field, Input } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { Misread, useForm } from '../../ui/use-form.ts'

/** Takes the exported file back, with what was paid. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const form = useImport(onClose)
  // What was said of one file is not said of the next.
  const [isOfLastFile, setIsOfLastFile] = useState(true)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    setIsOfLastFile(true)
    form.onSubmit(event)
  }
  return (
    <FormDialog
      title="Import payouts"
      description="Export the payouts as CSV, write “paid” into the column status of those you have paid, and a reference if you like, then import the file. Every row is checked first: if one is wrong, nothing changes."
      form={{ ...form, onSubmit, error: isOfLastFile ? form.error : undefined }}
      action="Import"
      noValidate
      job={{ words: 'Every row is checked, then all that say “paid” are marked at once.' }}
      onClose={onClose}
    >
      <Field label="CSV file" error={isOfLastFile ? form.errorOf('file') : undefined}>
        {(control) => (
          <Input
            {...control}
            type="file"
            name="file"
            onChange={() => setIsOfLastFile(false)}
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
  const { say } = useToasts()
  return useForm({
    fields: ['file'],
    readForm(typed) {
      const file = typed.get('file')
      return file instanceof File && file.size > 0 ? file : new Misread({ file: 'Choose a file.' })
    },
    save: async (file) =>
      (
        await read(
          api.POST('/api/programs/{programId}/payouts/import', {
            params: { path: { programId } },
            body: await textOfFile(file),
            bodySerializer: (text) => text,
            headers: { 'content-type': 'text/csv' },
          }),
        )
      ).data,
    async onSaved({ paid, unchanged }) {
      const marked =
        paid === 1 ? '1 payout newly marked as paid' : `${formatCount(paid)} payouts newly marked as paid`
      say(`${marked}; ${formatCount(unchanged)} stayed as they were.`)
      onClose()
      await refreshMoney(queryClient, programId)
    },
  })
}
