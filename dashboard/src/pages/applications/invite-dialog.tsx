import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { brandQuery } from '../../api/application-queries.ts'
import { api, read } from '../../api/client.ts'
import { t } from '../../messages/team-text.ts'
import { useMailSending } from '../../session/use-mail-sending.ts'
import { useProgramId } from '../../session/use-program.ts'
import { Field, Input } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { readText, useForm } from '../../ui/use-form.ts'

/** Invites a partner by email, or creates an open invitation link. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const sending = useMailSending()
  const [created, setCreated] = useState<{ url: string; isMailed: boolean }>()
  const form = useForm({
    fields: ['email'],
    readForm(typed) {
      const email = readText(typed, 'email')
      return email === '' ? {} : { email }
    },
    save: async (body) =>
      (
        await read(
          api.POST('/api/programs/{programId}/partner-invitations', {
            params: { path: { programId } },
            body,
          }),
        )
      ).data,
    async onSaved({ url, isMailed }) {
      setCreated({ url, isMailed })
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['applications', programId, 'invitations'] }),
        // The first invitation sets the slug of a program without one.
        queryClient.invalidateQueries({ queryKey: brandQuery(programId).queryKey }),
      ])
    },
  })
  if (created !== undefined) {
    return (
      <SecretDialog
        title={
          created.isMailed ? t('applications.invitationSent', { sending }) : t('applications.shareThisLink')
        }
        description={
          created.isMailed
            ? t('applications.wereEmailingInvitationYouCan', { sending })
            : t('applications.theInvitationIsntEmailedThis')
        }
        secrets={[created.url]}
        what="link"
        onClose={onClose}
      />
    )
  }
  return (
    <FormDialog
      title={t('applications.invitePartner')}
      description={t('applications.theyreApprovedAutomaticallyAndGet')}
      form={form}
      action={t('applications.createInvitation')}
      noValidate
      onClose={onClose}
    >
      <Field
        label={t('applications.emailOptional')}
        hint={t('applications.whoInvitationIsForLeave')}
        error={form.getError('email')}
      >
        {(control) => <Input {...control} name="email" type="email" maxLength={254} autoComplete="off" />}
      </Field>
    </FormDialog>
  )
}
