import type { Partner } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { AddPartnerFields, useAddPartnerForm } from './add-partner-form.tsx'

/** Adds a partner with their link. */
export function AddPartnerDialog({
  onClose,
  onAdded,
}: {
  onClose: () => void
  onAdded: (partner: Partner) => void
}) {
  const adding = useAddPartnerForm(onAdded)
  return (
    <FormDialog
      title={t('partners.addPartner')}
      description={t('partners.theyllGetTheirOwnLink')}
      form={adding.form}
      action={t('partners.addPartner')}
      onClose={onClose}
    >
      <AddPartnerFields {...adding} />
    </FormDialog>
  )
}
