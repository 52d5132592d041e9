import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import type { CustomerAttribution } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { formatCountOf } from '../../format/number.ts'
import { PartnerFilter } from '../../search/partner-filter.tsx'
import { useMay, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { Misread, textOf, useForm } from '../../ui/use-form.ts'

/** Attributes a customer to a partner without a click, for members who may. */
export function AttributeCustomer({ customerKey }: { customerKey?: string }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!useMay()('commission:manage')) return null
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Attribute customer…</Button>
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
  const { say } = useToasts()
  const [key, setKey] = useState(customerKey ?? '')
  const [partnerId, setPartnerId] = useState<number>()
  const asked =
    key.trim() === '' || partnerId === undefined ? undefined : { customerKey: key.trim(), partnerId }
  const preview = useQuery({
    ...previewQuery(programId, asked ?? { customerKey: '', partnerId: 0 }),
    enabled: asked !== undefined,
  })
  const form = useForm({
    fields: ['customerKey', 'partnerId', 'reason'],
    readForm(sent) {
      if (key.trim() === '') return new Misread({ customerKey: 'Enter the customer key.' })
      if (partnerId === undefined) return new Misread({ partnerId: 'Choose a partner.' })
      const reason = textOf(sent, 'reason')
      if (reason === '') return new Misread({ reason: 'Enter a reason.' })
      return { customerKey: key.trim(), partnerId, reason }
    },
    save: (body) =>
      read(
        api.POST('/api/programs/{programId}/customers/attribute', { params: { path: { programId } }, body }),
      ),
    async onSaved({ data }) {
      say(`${data.customerKey ?? 'The customer'} is attributed to ${data.partnerName}.`)
      onClose()
      await queryClient.invalidateQueries({ predicate: ({ queryKey: [, of] }) => of === programId })
    },
  })
  return (
    <FormDialog
      title="Attribute customer"
      description="Future sales of the customer go to the partner. Earlier sales and commissions don’t change."
      form={form}
      action="Attribute customer"
      noValidate
      onClose={onClose}
    >
      <Field label="Customer key" error={form.errorOf('customerKey')}>
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
          <PartnerFilter value={partnerId} all="Choose a partner" onChange={setPartnerId} />
        </span>
        {form.errorOf('partnerId') !== undefined && (
          <p role="alert" className="text-bad">
            {form.errorOf('partnerId')}
          </p>
        )}
      </div>
      <Field
        label="Reason"
        hint="Your team sees it in the explanation of sales. Partners don’t."
        error={form.errorOf('reason')}
      >
        {(control) => <Input {...control} name="reason" maxLength={500} />}
      </Field>
      {asked !== undefined && preview.error !== null && <ErrorState error={preview.error} />}
      {asked !== undefined && preview.data !== undefined && <Effect effect={preview.data.data} />}
    </FormDialog>
  )
}

/** What attributing the customer will do. */
function Effect({ effect }: { effect: CustomerAttribution }) {
  const { timeZone } = useProgram()
  const { change, partnerName, previousPartnerName, previousSales, firstSaleUntil, countsLead, linkCode } =
    effect
  return (
    <ul aria-label="What will happen" className="list-disc pl-5 text-ink-2">
      {change === 'created' ? (
        <li>The customer is new: it becomes a customer of {partnerName} without a click.</li>
      ) : (
        <li>
          The customer moves from {previousPartnerName} to {partnerName}. {previousPartnerName} keeps{' '}
          {formatCountOf(previousSales, 'sale')} and their commissions.
        </li>
      )}
      <li>
        The first sale must arrive by {formatInstant(firstSaleUntil, timeZone)}. The duration of the
        commission policy starts with it.
      </li>
      <li>
        {countsLead
          ? 'No lead is counted now. A signup reported later counts for the partner.'
          : 'The signup was counted before and is not counted again.'}
      </li>
      {linkCode !== null && <li>Reports count the customer under the link {linkCode}.</li>}
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
