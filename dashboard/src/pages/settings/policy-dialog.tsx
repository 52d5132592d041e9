import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiFailure, api, read } from '../../api/client.ts'
import type { CommissionPolicy } from '../../api/types.ts'
import { CURRENCIES } from '../../format/money.ts'
import { writeDecimal, writeMoney } from '../../format/parse-decimal.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { FormError } from '../../ui/states.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { type PolicyTerms, readPolicyTerms } from './policy-form.ts'

/** Sets the policy of a product, or a new version of one that is in force. */
export function PolicyDialog({
  replaces,
  onClose,
}: {
  /** The version that the new one takes the place of; undefined for a product that has none. */
  replaces: CommissionPolicy | undefined
  onClose: () => void
}) {
  const programId = useProgramId()
  const { holdPeriodDays } = useProgram()
  const queryClient = useQueryClient()
  const { say } = useToasts()
  const [type, setType] = useState(replaces?.type ?? 'percent')
  const [duration, setDuration] = useState(replaces?.duration ?? 'lifetime')
  const [misread, setMisread] = useState<{ field: string; message: string }>()
  const set = useMutation({
    mutationFn: async (body: PolicyTerms) =>
      (
        await read(
          api.POST('/api/programs/{programId}/commission-policies', {
            params: { path: { programId } },
            body,
          }),
        )
      ).data,
    async onSuccess(policy) {
      say(
        policy.productId === null
          ? 'The default policy is changed.'
          : `The policy of ${policy.productId} is set.`,
      )
      onClose()
      await queryClient.invalidateQueries({ queryKey: ['commission-policies', programId] })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reading = readPolicyTerms(new FormData(event.currentTarget), { type, duration, replaces })
    setMisread('field' in reading ? reading : undefined)
    if ('terms' in reading) set.mutate(reading.terms)
  }
  const refusal = set.error instanceof ApiFailure ? set.error : undefined
  const errorOf = (field: string) => {
    if (misread?.field === field) return misread.message
    return refusal?.field === field ? refusal.message : undefined
  }
  const isForProduct = replaces === undefined || replaces.productId !== null
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={titleOf(replaces)}
      description={
        replaces === undefined
          ? 'It holds for sales that are sent with this product id from now on.'
          : `Version ${replaces.version} stays with the commissions made under it; the new one holds from now on.`
      }
    >
      <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
        {isForProduct && replaces === undefined && (
          <Field label="Product id" hint="As your server sends it with a sale." error={errorOf('productId')}>
            {(control) => <Input {...control} name="productId" maxLength={255} autoComplete="off" />}
          </Field>
        )}
        <Segmented
          label="How it pays"
          value={type}
          choices={[
            { value: 'percent', label: 'Share of the sale' },
            { value: 'flat', label: 'Fixed amount' },
          ]}
          onChoose={setType}
        />
        {type === 'percent' ? (
          <Field label="Share (%)" error={errorOf('rateBps')}>
            {(control) => (
              <Input
                {...control}
                name="rate"
                inputMode="decimal"
                autoComplete="off"
                defaultValue={writeDecimal(replaces?.rateBps ?? 2000, 2)}
              />
            )}
          </Field>
        ) : (
          <Field
            label="Amount for each sale"
            hint="It matches only sales in its currency."
            error={errorOf('amountCents')}
          >
            {(control) => (
              <span className="flex gap-2">
                <Input
                  {...control}
                  name="amount"
                  inputMode="decimal"
                  autoComplete="off"
                  defaultValue={amountOf(replaces)}
                />
                <Select
                  aria-label="Currency of the amount"
                  name="currency"
                  defaultValue={replaces?.currency ?? 'USD'}
                  className="w-28 shrink-0"
                >
                  {CURRENCIES.map((currency) => (
                    <option key={currency}>{currency}</option>
                  ))}
                </Select>
              </span>
            )}
          </Field>
        )}
        <Field label="For how long" error={errorOf('duration')}>
          {(control) => (
            <Select
              {...control}
              value={duration}
              onChange={({ target }) =>
                setDuration(DURATIONS.find(({ value }) => value === target.value)?.value ?? 'lifetime')
              }
            >
              {DURATIONS.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {duration === 'months' && (
          <Field
            label="Months"
            hint="From the customer’s first sale, 1 to 120."
            error={errorOf('durationMonths')}
          >
            {(control) => (
              <Input
                {...control}
                name="durationMonths"
                inputMode="numeric"
                maxLength={3}
                defaultValue={replaces?.durationMonths ?? 12}
              />
            )}
          </Field>
        )}
        <Field
          label="Hold (days)"
          hint={`Left empty, that of the program: ${holdPeriodDays} days at present.`}
          error={errorOf('holdDays')}
        >
          {(control) => (
            <Input
              {...control}
              name="holdDays"
              inputMode="numeric"
              maxLength={3}
              defaultValue={replaces?.holdDays ?? ''}
            />
          )}
        </Field>
        {refusal?.field === undefined && <FormError error={set.error} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={set.isPending}>
            Set policy
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

const DURATIONS = [
  { value: 'lifetime', label: 'For as long as the customer buys' },
  { value: 'first_sale', label: 'For the first sale only' },
  { value: 'months', label: 'For a number of months' },
] as const

function titleOf(replaces: CommissionPolicy | undefined): string {
  if (replaces === undefined) return 'Policy for a product'
  return replaces.productId === null
    ? 'Change the default policy'
    : `Change the policy of ${replaces.productId}`
}

function amountOf(policy: CommissionPolicy | undefined): string {
  if (policy === undefined || policy.amountCents === null || policy.currency === null) return ''
  return writeMoney(policy.amountCents, policy.currency)
}
