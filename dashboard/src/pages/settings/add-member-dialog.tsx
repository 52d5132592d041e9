import { useQueryClient } from '@tanstack/react-query'
import { api, read } from '../../api/client.ts'
import type { NewInvitation, Role } from '../../api/types.ts'
import { enumValues } from '../../format/enums.ts'
import { t } from '../../messages/team-text.ts'
import { useMailSending } from '../../session/use-mail-sending.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { ConfirmLeavingSecret } from '../../ui/secret-dialog.tsx'
import { readText, useForm } from '../../ui/use-form.ts'
import { assignableRoles, ROLES } from './roles.ts'

export function AddMemberDialog({
  workspaceId,
  ownRole,
  onClose,
}: {
  workspaceId: string
  ownRole: Role
  onClose: () => void
}) {
  const form = useInvite(workspaceId)
  const sending = useMailSending()
  if (form.saved !== undefined) return <InvitedDialog invitation={form.saved} onClose={onClose} />
  return (
    <FormDialog
      title={t('settings.inviteMember')}
      description={t('settings.deliveryOnlySomeoneWithThis', { sending })}
      form={form}
      action={sending === 'smtp' ? t('settings.sendInvitation') : t('settings.createInvitation')}
      onClose={onClose}
    >
      <Field label={t('settings.email')} error={form.getError('email')}>
        {(control) => (
          <Input {...control} name="email" type="email" required maxLength={255} autoComplete="off" />
        )}
      </Field>
      <Field label={t('settings.role')}>
        {(control) => (
          <Select {...control} name="role" defaultValue="member">
            {assignableRoles(ownRole).map((role) => (
              <option key={role} value={role}>
                {ROLES[role].label}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </FormDialog>
  )
}

function useInvite(workspaceId: string) {
  const queryClient = useQueryClient()
  return useForm({
    fields: ['email'],
    readForm: (typed) => ({
      email: readText(typed, 'email'),
      role: enumValues(ROLES).find((one) => one === typed.get('role')) ?? 'viewer',
    }),
    save: (body) => inviteMember(workspaceId, body),
    onSaved: () => queryClient.invalidateQueries({ queryKey: ['invitations', workspaceId] }),
  })
}

/** Invites a member. A new invitation for the same email replaces the older one. */
export async function inviteMember(
  workspaceId: string,
  body: { email: string; role: Role },
): Promise<NewInvitation> {
  const params = { path: { workspaceId } }
  return (await read(api.POST('/api/workspaces/{workspaceId}/members', { params, body }))).data
}

/** Returns the URL of the invitation page. */
function invitationAddress(secret: string): string {
  return `${window.location.origin}/invitations/${secret}`
}

export function InvitedDialog({
  invitation: { email, secret, isMailed },
  onClose,
}: {
  invitation: NewInvitation
  onClose: () => void
}) {
  const sending = useMailSending()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isMailed ? t('settings.invitationSent', { sending }) : t('settings.shareThisLink')}
      description={
        isMailed
          ? t('settings.wereEmailingEmailCheckDelivery', { email, sending })
          : t('settings.noEmailWasSentSend', { email, sending })
      }
      closesBy="button"
    >
      <CodeBlock code={invitationAddress(secret)} what={t('settings.invitationLink')} />
      <ConfirmLeavingSecret />
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          {t('settings.done')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
