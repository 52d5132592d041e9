import { useQueryClient } from '@tanstack/react-query'
import { api, read } from '../../api/client.ts'
import type { Partner } from '../../api/types.ts'
import { linkCodeError } from '../../format/link-code.ts'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { Checkbox } from '../../ui/check.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { FieldErrors, textOf, useForm } from '../../ui/use-form.ts'

export function AddPartnerDialog({
  onClose,
  onAdded,
}: {
  onClose: () => void
  onAdded: (partner: Partner) => void
}) {
  const form = useAddPartner(onAdded)
  return (
    <FormDialog
      title={t('partners.addPartner2')}
      description={t('partners.theyllGetTheirOwnLink')}
      form={form}
      action={t('partners.addPartner')}
      onClose={onClose}
    >
      <Field label={t('partners.name')} error={form.errorOf('name')}>
        {(control) => <Input {...control} name="name" required maxLength={255} autoComplete="off" />}
      </Field>
      <Field
        label={t('partners.email')}
        hint={t('partners.eachPartnerNeedsUniqueEmail')}
        error={form.errorOf('email')}
      >
        {(control) => (
          <Input {...control} name="email" type="email" required maxLength={255} autoComplete="off" />
        )}
      </Field>
      <Field
        label={t('partners.linkCodeOptional')}
        hint={t('partners.usedInTheirLinkE')}
        error={form.errorOf('code')}
      >
        {(control) => <Input {...control} name="code" maxLength={64} autoComplete="off" spellCheck={false} />}
      </Field>
      <Checkbox
        name="approved"
        defaultChecked
        label={t('partners.approveImmediately')}
        hint={t('partners.untilPartnerIsApprovedTheir')}
      />
    </FormDialog>
  )
}

function useAddPartner(onAdded: (partner: Partner) => void) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
  return useForm({
    fields: ['name', 'email', 'code'],
    readForm(typed) {
      const code = textOf(typed, 'code')
      const fault = linkCodeError(code)
      if (fault !== undefined) return new FieldErrors({ name: undefined, email: undefined, code: fault })
      return {
        name: textOf(typed, 'name'),
        email: textOf(typed, 'email'),
        approved: typed.get('approved') !== null,
        ...(code === '' ? {} : { code }),
      }
    },
    save: async (body) =>
      (await read(api.POST('/api/programs/{programId}/partners', { params: { path: { programId } }, body })))
        .data,
    async onSaved(partner) {
      showSuccess(t('partners.nameAdded', { name: partner.name }))
      onAdded(partner)
      await queryClient.invalidateQueries({ queryKey: ['partners', programId] })
    },
  })
}
