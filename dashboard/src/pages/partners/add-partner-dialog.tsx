import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { ApiFailure, api, read } from '../../api/client.ts'
import type { Partner } from '../../api/types.ts'
import { useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/check.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FormError } from '../../ui/states.tsx'
import { useToasts } from '../../ui/toast.tsx'

interface NewPartner {
  name: string
  email: string
  approved: boolean
  code?: string
}

export function AddPartnerDialog({
  onClose,
  onAdded,
}: {
  onClose: () => void
  onAdded: (partner: Partner) => void
}) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { say } = useToasts()
  const add = useMutation({
    mutationFn: async (body: NewPartner) =>
      (await read(api.POST('/api/programs/{programId}/partners', { params: { path: { programId } }, body })))
        .data,
    async onSuccess(partner) {
      say(`${partner.name} is added.`)
      onAdded(partner)
      await queryClient.invalidateQueries({ queryKey: ['partners', programId] })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const code = String(form.get('code')).trim()
    add.mutate({
      name: String(form.get('name')).trim(),
      email: String(form.get('email')).trim(),
      approved: form.get('approved') !== null,
      ...(code === '' ? {} : { code }),
    })
  }
  const field = add.error instanceof ApiFailure ? add.error.field : undefined
  const errorOf = (name: string) => (field === name ? add.error?.message : undefined)
  return (
    <Dialog isOpen onClose={onClose} title="Add a partner" description="It gets a link of its own at once.">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Name" error={errorOf('name')}>
          {(control) => <Input {...control} name="name" required maxLength={255} autoComplete="off" />}
        </Field>
        <Field label="E-mail" hint="One e-mail is one partner of your workspace." error={errorOf('email')}>
          {(control) => (
            <Input {...control} name="email" type="email" required maxLength={255} autoComplete="off" />
          )}
        </Field>
        <Field
          label="Link code (optional)"
          hint="Stands in the address that the partner shares. Left empty, one is made."
          error={errorOf('code')}
        >
          {(control) => (
            <Input {...control} name="code" maxLength={64} autoComplete="off" spellCheck={false} />
          )}
        </Field>
        <Checkbox
          name="approved"
          label="Approve at once"
          hint="Only sales of approved partners are attributed. You can decide later."
        />
        {!['name', 'email', 'code'].includes(field ?? '') && <FormError error={add.error} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={add.isPending}>
            Add partner
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
