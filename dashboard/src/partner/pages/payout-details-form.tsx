import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import { countries } from '../../format/countries.ts'
import { enumValues } from '../../format/enums.ts'
import { t } from '../../messages/portal-text.ts'
import { Button } from '../../ui/button.tsx'
import { type ControlProps, Field, Input, Select } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { FieldErrors, readText, useForm } from '../../ui/use-form.ts'
import { METHODS } from '../payout-labels.ts'
import {
  type Payee,
  type PortalPayoutDetails,
  type PortalProgram,
  payoutDetailsQuery,
  type SentPayoutDetails,
} from '../queries.ts'

type Method = PortalPayoutDetails['method']

interface TextField {
  name: Exclude<keyof SentPayoutDetails, 'method' | 'payeeKind' | 'country'>
  label: string
  /** Maximum length, as in the service. */
  most: number
  hint?: string
  isOptional?: true
  /** The autofill hint for browsers. */
  autoComplete?: string
  type?: 'email'
}

const EMAIL: TextField = {
  name: 'email',
  label: t('payoutDetailsForm.email.label'),
  most: 254,
  type: 'email',
}

const ACCOUNT_FIELDS: Record<Method, readonly TextField[]> = {
  bank_iban: [
    { name: 'iban', label: t('payoutDetailsForm.iban'), most: 64 },
    {
      name: 'bic',
      label: t('payoutDetailsForm.bic'),
      most: 32,
      hint: t('payoutDetailsForm.optional'),
      isOptional: true,
    },
  ],
  bank_account: [
    { name: 'accountNumber', label: t('payoutDetailsForm.accountNumber'), most: 64 },
    {
      name: 'routingNumber',
      label: t('payoutDetailsForm.routingNumber'),
      most: 32,
      hint: t('payoutDetailsForm.n9Digits'),
    },
  ],
  paypal: [EMAIL],
  wise: [EMAIL],
  other: [{ name: 'instructions', label: t('payoutDetailsForm.paymentInstructions'), most: 500 }],
}

const NAME: TextField = {
  name: 'legalName',
  label: t('payoutDetailsForm.name.label'),
  most: 100,
  hint: t('payoutDetailsForm.name.hint'),
  autoComplete: 'name',
}
const ADDRESS_FIELDS: readonly TextField[] = [
  {
    name: 'address',
    label: t('payoutDetailsForm.streetAddress'),
    most: 200,
    autoComplete: 'street-address',
  },
  {
    name: 'postalCode',
    label: t('payoutDetailsForm.postalCode'),
    most: 20,
    isOptional: true,
    autoComplete: 'postal-code',
  },
  { name: 'city', label: t('payoutDetailsForm.city'), most: 100, autoComplete: 'address-level2' },
]
const TAX_ID: TextField = {
  name: 'taxId',
  label: t('payoutDetailsForm.taxId.label'),
  most: 40,
  hint: t('payoutDetailsForm.taxId.hint'),
  isOptional: true,
}

const TAX_ID_AGAIN: TextField = { ...TAX_ID, hint: t('payoutDetailsForm.taxId.hintAgain') }

/** The account and tax ID aren't filled in, because the service never shows them again. */
export function PayoutDetailsForm({
  program,
  versions,
  payee,
  onCancel,
  onSaved,
}: {
  program: PortalProgram
  versions: readonly PortalPayoutDetails[]
  /** The payee in the previous details. */
  payee: Payee | null
  /** Undefined for the first details. */
  onCancel: (() => void) | undefined
  onSaved: (message: string, versions: readonly PortalPayoutDetails[]) => void
}) {
  const [method, setMethod] = useState<Method | undefined>(versions[0]?.method)
  const [all] = useState(countries)
  const form = useDetailsForm(program, versions, method, onSaved)
  const text = (field: TextField) => (
    <Field key={field.name} label={field.label} hint={field.hint} error={form.getError(field.name)}>
      {(control) => <TextInput control={control} field={field} value={payeeValue(payee, field.name)} />}
    </Field>
  )
  return (
    <form
      onSubmit={form.onSubmit}
      className="flex flex-col gap-4"
      aria-label={t('payoutDetailsForm.payoutDetails')}
    >
      <Field
        label={t('payoutDetailsForm.method')}
        hint={method === undefined ? t('payoutDetailsForm.methodHint') : METHODS[method].hint}
        error={form.getError('method')}
      >
        {(control) => (
          <Select
            {...control}
            name="method"
            required
            value={method ?? ''}
            onChange={({ target }) => setMethod(enumValues(METHODS).find((one) => one === target.value))}
          >
            <option value="" disabled>
              {t('payoutDetailsForm.chooseMethod')}
            </option>
            {enumValues(METHODS).map((one) => (
              <option key={one} value={one}>
                {METHODS[one].label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {method !== undefined && (
        <div key={method} className="grid gap-4 sm:grid-cols-2">
          {ACCOUNT_FIELDS[method].map(text)}
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('payoutDetailsForm.youAre')}>
          {(control) => (
            <Select {...control} name="payeeKind" defaultValue={payee?.payeeKind ?? 'person'}>
              <option value="person">{t('payoutDetailsForm.anIndividual')}</option>
              <option value="company">{t('payoutDetailsForm.aBusiness')}</option>
            </Select>
          )}
        </Field>
        {[NAME, ...ADDRESS_FIELDS].map(text)}
        <Field label={t('payoutDetailsForm.country')} error={form.getError('country')}>
          {(control) => (
            <Select
              {...control}
              name="country"
              required
              defaultValue={payee?.country ?? ''}
              autoComplete="country"
            >
              <option value="" disabled>
                {t('payoutDetailsForm.selectCountry')}
              </option>
              {all.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {text(payee?.hasTaxId === true ? TAX_ID_AGAIN : TAX_ID)}
      </div>
      <FormError error={form.error} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" isBusy={form.isBusy}>
          {t('payoutDetailsForm.save')}
        </Button>
        {onCancel !== undefined && <Button onClick={onCancel}>{t('payoutDetailsForm.cancel')}</Button>}
      </div>
    </form>
  )
}

/** Returns the previous value of a field. */
function payeeValue(payee: Payee | null, name: TextField['name']): string {
  if (payee === null) return ''
  const { legalName, address, city, postalCode } = payee
  const values: Partial<Record<TextField['name'], string>> = { legalName, address, city, postalCode }
  return values[name] ?? ''
}

function TextInput({ control, field, value }: { control: ControlProps; field: TextField; value: string }) {
  const { name, most, isOptional, autoComplete = 'off', type = 'text' } = field
  return (
    <Input
      {...control}
      name={name}
      defaultValue={value}
      type={type}
      maxLength={most}
      required={isOptional !== true}
      autoComplete={autoComplete}
    />
  )
}

const FIELDS = [
  'method',
  'iban',
  'bic',
  'accountNumber',
  'routingNumber',
  'email',
  'instructions',
  'legalName',
  'address',
  'city',
  'postalCode',
  'country',
  'taxId',
] as const

function useDetailsForm(
  program: PortalProgram,
  versions: readonly PortalPayoutDetails[],
  method: Method | undefined,
  onSaved: (message: string, versions: readonly PortalPayoutDetails[]) => void,
) {
  const queryClient = useQueryClient()
  return useForm({
    fields: FIELDS,
    readForm: (typed): SentPayoutDetails | FieldErrors<'method'> =>
      method === undefined
        ? new FieldErrors({ method: t('payoutDetailsForm.chooseMethod') })
        : {
            method,
            payeeKind: typed.get('payeeKind') === 'company' ? 'company' : 'person',
            legalName: readText(typed, 'legalName'),
            address: readText(typed, 'address'),
            city: readText(typed, 'city'),
            postalCode: readText(typed, 'postalCode'),
            country: readText(typed, 'country'),
            taxId: readText(typed, 'taxId'),
            ...Object.fromEntries(ACCOUNT_FIELDS[method].map(({ name }) => [name, readText(typed, name)])),
          },
    save: async (body) =>
      (
        await read(
          api.POST('/api/partner/programs/{programId}/payout-details', {
            params: { path: { programId: String(program.id) } },
            body,
          }),
        )
      ).data,
    async onSaved(saved) {
      queryClient.setQueryData(payoutDetailsQuery(program.id).queryKey, saved)
      onSaved(outcomeText(versions, saved), saved)
      await queryClient.invalidateQueries({ queryKey: ['partner', program.id, 'balance'] })
    },
  })
}

function outcomeText(before: readonly PortalPayoutDetails[], saved: readonly PortalPayoutDetails[]): string {
  const [newest] = saved
  if (newest === undefined || newest.version === before[0]?.version)
    return t('payoutDetailsForm.theseDetailsAreAlreadySaved')
  return newest.state === 'in_use'
    ? t('payoutDetailsForm.savedPayoutsGoThereFrom')
    : t('payoutDetailsForm.savedChangeTakesEffectIn')
}
