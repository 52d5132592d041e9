import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import type { CustomerAttribution } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { PartnerFilter } from '../../search/partner-filter.tsx'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { FieldErrors, readText, useForm } from '../../ui/use-form.ts'

/** Attributes a customer to a partner without a click, if the role allows it. */
export function AttributeCustomer({ customerKey }: { customerKey?: string }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!usePermissionCheck()('commission:manage')) return null
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('customers.attributeCustomer')}</Button>
      {isOpen && <AttributeDialog customerKey={customerKey} onClose={() => setIsOpen(false)} />}
    </>
  )
}

export function AttributeDialog({
  customerKey,
  onClose,
}: {
  customerKey: string | undefined
  onClose: () => void
}) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
  const [key, setKey] = useState(customerKey ?? '')
  const [partnerId, setPartnerId] = useState<number>()
  const request =
    key.trim() === '' || partnerId === undefined ? undefined : { customerKey: key.trim(), partnerId }
  const preview = useQuery({
    ...previewQuery(programId, request ?? { customerKey: '', partnerId: 0 }),
    enabled: request !== undefined,
  })
  const form = useForm({
    fields: ['customerKey', 'partnerId', 'reason'],
    readForm(sent) {
      if (key.trim() === '') return new FieldErrors({ customerKey: t('customers.enterCustomerKey') })
      if (partnerId === undefined) return new FieldErrors({ partnerId: t('customers.choosePartner') })
      const reason = readText(sent, 'reason')
      if (reason === '') return new FieldErrors({ reason: t('customers.enterReason') })
      return { customerKey: key.trim(), partnerId, reason }
    },
    save: (body) =>
      read(
        api.POST('/api/programs/{programId}/customers/attribute', { params: { path: { programId } }, body }),
      ),
    async onSaved({ data }) {
      showSuccess(
        t('customers.customerKeyIsAttributedPartnerName', {
          customerKey: data.customerKey ?? t('customers.theCustomer'),
          partnerName: data.partnerName,
        }),
      )
      onClose()
      await queryClient.invalidateQueries({ predicate: ({ queryKey: [, of] }) => of === programId })
    },
  })
  return (
    <FormDialog
      title={t('customers.attributeCustomer2')}
      description={t('customers.futureSalesThisCustomerAre')}
      form={form}
      action={t('customers.attributeCustomer2')}
      noValidate
      onClose={onClose}
    >
      <Field label={t('customers.customerKey')} error={form.getError('customerKey')}>
        {(control) => (
          <Input
            {...control}
            name="customerKey"
            autoComplete="off"
            maxLength={255}
            readOnly={customerKey !== undefined}
            value={key}
            onChange={({ target }) => setKey(target.value)}
          />
        )}
      </Field>
      <div className="flex flex-col gap-1.5">
        <span className="flex flex-wrap items-center gap-2">
          <PartnerFilter value={partnerId} all={t('customers.choosePartner2')} onChange={setPartnerId} />
        </span>
        {form.getError('partnerId') !== undefined && (
          <p role="alert" className="text-bad">
            {form.getError('partnerId')}
          </p>
        )}
      </div>
      <Field
        label={t('customers.reason')}
        hint={t('customers.yourTeamSeesThisIn')}
        error={form.getError('reason')}
      >
        {(control) => <Input {...control} name="reason" required maxLength={500} />}
      </Field>
      {request !== undefined && preview.error !== null && <ErrorState error={preview.error} />}
      {request !== undefined && preview.data !== undefined && <Effect effect={preview.data.data} />}
    </FormDialog>
  )
}

/** The effects of the attribution. */
function Effect({ effect }: { effect: CustomerAttribution }) {
  const { timeZone } = useProgram()
  const { change, partnerName, previousPartnerName, previousSales, firstSaleUntil, countsLead } = effect
  return (
    <ul aria-label={t('customers.whatWillHappen')} className="list-disc pl-5 text-ink-2">
      {change === 'created' ? (
        <li>{t('customers.thisCustomerIsNewTheyll', { partnerName })}</li>
      ) : (
        <li>
          {t('customers.theCustomerMovesFromPreviousPartnerName', {
            previousPartnerName,
            partnerName,
            previousSales,
          })}
        </li>
      )}
      <li>
        {t('customers.theFirstSaleMustArrive', { firstSaleUntil: formatInstant(firstSaleUntil, timeZone) })}
      </li>
      <li>{countsLead ? t('customers.noLeadIsCountedNow') : t('customers.theSignupWasAlreadyCounted')}</li>
      <li>{t('customers.reportsCountThisCustomerWithoutLink')}</li>
    </ul>
  )
}

const previewQuery = (programId: string, body: { customerKey: string; partnerId: number }) =>
  queryOptions({
    queryKey: ['customers', programId, 'attribution', body],
    queryFn: ({ signal }) =>
      read(
        api.POST('/api/programs/{programId}/customers/attribute/preview', {
          params: { path: { programId } },
          body,
          signal,
        }),
      ),
    retry: false,
  })
