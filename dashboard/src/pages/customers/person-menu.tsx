import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import { personAddress } from '../../api/record-queries.ts'
import { t } from '../../messages/team-text.ts'
import { useMay, useProgramId } from '../../session/use-program.ts'
import { IconButton } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useDownload } from '../../ui/use-download.ts'
import { Misread, textOf, useForm } from '../../ui/use-form.ts'
import { AttributeDialog } from './attribute-customer.tsx'

/** Exports or erases a customer's personal data, if the role allows it. */
export function PersonMenu({ customerKey }: { customerKey: string }) {
  const may = useMay()
  const href = personAddress(useProgramId(), customerKey)
  const { start } = useDownload(href, 'person.json')
  const [isErasing, setIsErasing] = useState(false)
  const [isAttributing, setIsAttributing] = useState(false)
  if (!may('data_subject:export') && !may('data_subject:erase') && !may('commission:manage')) return null
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
        {may('commission:manage') && (
          <MenuItem onSelect={() => setIsAttributing(true)}>{t('customers.attributePartner')}</MenuItem>
        )}
        {may('data_subject:export') && (
          <MenuItem onSelect={() => void start()}>{t('customers.exportPersonalData')}</MenuItem>
        )}
        {may('data_subject:erase') && (
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
  const { say } = useToasts()
  const form = useForm({
    fields: ['customerKey'],
    readForm: (sent) =>
      textOf(sent, 'customerKey') === customerKey.trim()
        ? customerKey
        : new Misread({ customerKey: t('customers.enterKeyExactlyAsShown') }),
    save: (key) =>
      read(
        api.POST('/api/programs/{programId}/data-subject/erase', {
          params: { path: { programId } },
          body: { customerKey: key },
        }),
      ),
    async onSaved({ data }) {
      say(t('customers.personalDataErasedRemainingRecords', { pseudonyms: data.pseudonyms.join(', ') }))
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
      <Field label={t('customers.enterCustomerKeyConfirm')} error={form.errorOf('customerKey')}>
        {(control) => <Input {...control} name="customerKey" autoComplete="off" maxLength={255} />}
      </Field>
    </FormDialog>
  )
}
