import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, read } from '../../api/client.ts'
import { refreshMoney } from '../../api/money-queries.ts'
import { formatCount } from '../../format/number.ts'
import { useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FormError } from '../../ui/states.tsx'
import { useToasts } from '../../ui/toast.tsx'

/** Takes the exported file back, with what was paid. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { say } = useToasts()
  const [isMissing, setIsMissing] = useState(false)
  const send = useMutation({
    mutationFn: async (file: File) => {
      const body = await file.text()
      return (
        await read(
          api.POST('/api/programs/{programId}/payouts/import', {
            params: { path: { programId } },
            body,
            bodySerializer: (text) => text,
            headers: { 'content-type': 'text/csv' },
          }),
        )
      ).data
    },
    async onSuccess({ paid, unchanged }) {
      const marked = paid === 1 ? '1 payout is paid' : `${formatCount(paid)} payouts are paid`
      say(`${marked}; ${formatCount(unchanged)} stayed as they were.`)
      onClose()
      await refreshMoney(queryClient, programId)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const file = new FormData(event.currentTarget).get('file')
    const isChosen = file instanceof File && file.size > 0
    setIsMissing(!isChosen)
    if (isChosen) send.mutate(file)
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Import payouts"
      description="Export the payouts as CSV, write “paid” into the column status of those you have paid, and a reference if you like, then import the file. Every row is checked first: if one is wrong, nothing changes."
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field label="CSV file" error={isMissing ? 'Choose a file.' : undefined}>
          {(control) => (
            <Input
              {...control}
              type="file"
              name="file"
              accept=".csv,text/csv"
              className="h-auto! py-1.5 file:mr-3 file:rounded-md file:border-0 file:bg-fill file:px-2.5 file:py-1 file:font-medium file:text-ink"
            />
          )}
        </Field>
        <FormError error={send.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={send.isPending}>
            Import
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
