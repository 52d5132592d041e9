import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { ApiFailure, api, read } from '../../api/client.ts'
import type { Invitation, Role } from '../../api/types.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { FormError } from '../../ui/states.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { ROLE_LABELS, ROLES, rolesToGive } from './roles.ts'

export function AddMemberDialog({
  workspaceId,
  ownRole,
  onClose,
}: {
  workspaceId: string
  ownRole: Role
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const { say } = useToasts()
  const add = useMutation({
    mutationFn: async (body: { email: string; role: Role }) =>
      (
        await read(
          api.POST('/api/workspaces/{workspaceId}/members', { params: { path: { workspaceId } }, body }),
        )
      ).data,
    async onSuccess(added) {
      if (added.kind === 'member') {
        say(`${added.member.name} is a member now.`)
        onClose()
      }
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['members', workspaceId] }),
        queryClient.invalidateQueries({ queryKey: ['invitations', workspaceId] }),
      ])
    },
  })
  if (add.data?.kind === 'invitation')
    return <InvitedDialog invitation={add.data.invitation} onClose={onClose} />
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const role = ROLES.find((one) => one === form.get('role')) ?? 'viewer'
    add.mutate({ email: String(form.get('email')).trim(), role })
  }
  const isAboutEmail = add.error instanceof ApiFailure && add.error.field === 'email'
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Add a member"
      description="Who has an account here becomes a member at once; for anybody else you get a link to pass on."
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label="E-mail" error={isAboutEmail ? add.error?.message : undefined}>
          {(control) => (
            <Input {...control} name="email" type="email" required maxLength={255} autoComplete="off" />
          )}
        </Field>
        <Field label="Role">
          {(control) => (
            <Select {...control} name="role" defaultValue="member">
              {rolesToGive(ownRole).map((role) => (
                <option key={role} value={role}>
                  {ROLE_LABELS[role]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {!isAboutEmail && <FormError error={add.error} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={add.isPending}>
            Add member
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** The page of this dashboard where an invitation is accepted. */
export function invitationAddress(invitationId: string): string {
  return `${window.location.origin}/invitations/${invitationId}`
}

function InvitedDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Pass this link on"
      description={`${invitation.email} has no account here yet. Nothing was mailed: send this link yourself. Whoever opens it signs up with that e-mail and is in.`}
    >
      {invitation.id !== null && <CodeBlock code={invitationAddress(invitation.id)} what="invitation link" />}
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  )
}
