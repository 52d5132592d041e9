import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import { dataSubjectExportUrl } from '../../api/record-queries.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgramId } from '../../session/use-program.ts'
import { IconButton } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { MenuItem } from '../../ui/menu-surface.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useDownload } from '../../ui/use-download.ts'
import { FieldErrors, readText, useForm } from '../../ui/use-form.ts'
import { AttributeDialog } from './attribute-customer.tsx'

/** Exports or erases a customer's personal data, if the role allows it. */
export function CustomerDataMenu({ customerKey }: { customerKey: string }) {
  const can = usePermissionCheck()
  const href = dataSubjectExportUrl(useProgramId(), customerKey)
  const { start } = useDownload(href, 'person.json')
  const [isErasing, setIsErasing] = useState(false)
  const [isAttributing, setIsAttributing] = useState(false)
  if (!can('data_subject:export') && !can('data_subject:erase') && !can('commission:manage')) return null
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton label={t('customers.actionsForCustomerKey', { customerKey })}>
            <Ellipsis />
          </IconButton>
        }
      >
        {can('commission:manage') && (
          <MenuItem onSelect={() => setIsAttributing(true)}>{t('customers.attributePartner')}</MenuItem>
        )}
        {can('data_subject:export') && (
          <MenuItem onSelect={() => void start()}>{t('customers.exportPersonalData')}</MenuItem>
        )}
        {can('data_subject:erase') && (
          <MenuItem tone="bad" onSelect={() => setIsErasing(true)}>
            {t('customers.erasePersonalData')}
          </MenuItem>
        )}
      </Menu>
      {isAttributing && <AttributeDialog customerKey={customerKey} onClose={() => setIsAttributing(false)} />}
      {isErasing && <EraseDialog customerKey={customerKey} onClose={() => setIsErasing(false)} />}
    </>
  )
}

function EraseDialog({ customerKey, onClose }: { customerKey: string; onClose: () => void }) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
  const form = useForm({
    fields: ['customerKey'],
    readForm: (sent) =>
      readText(sent, 'customerKey') === customerKey.trim()
        ? customerKey
        : new FieldErrors({ customerKey: t('customers.enterKeyExactlyAsShown') }),
    save: (key) =>
      read(
        api.POST('/api/programs/{programId}/data-subject/erase', {
          params: { path: { programId } },
          body: { customerKey: key },
        }),
      ),
    async onSaved({ data }) {
      showSuccess(
        t('customers.personalDataErasedRemainingRecords', { pseudonyms: data.pseudonyms.join(', ') }),
      )
      onClose()
      await queryClient.invalidateQueries({ predicate: ({ queryKey: [, of] }) => of === programId })
    },
  })
  return (
    <FormDialog
      title={t('customers.erasePersonalDataCustomerKey', { customerKey })}
      description={t('customers.permanentlyRemovesClicksSignupOrder')}
      form={form}
      action={t('customers.erasePersonalData')}
      look="danger"
      noValidate
      onClose={onClose}
    >
      <Field label={t('customers.enterCustomerKeyConfirm')} error={form.getError('customerKey')}>
        {(control) => <Input {...control} name="customerKey" autoComplete="off" maxLength={255} />}
      </Field>
    </FormDialog>
  )
}
