import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import { partnerGroupsQuery } from '../../api/partner-queries.ts'
import type { CommissionPolicy, PartnerGroup } from '../../api/types.ts'
import { enumOptions, enumValues } from '../../format/enums.ts'
import { writeDecimal } from '../../format/parse-decimal.ts'
import { t } from '../../messages/team-text.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { CountInput, DecimalInput, Field, Input, Select } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { FieldErrors, type Form, useForm } from '../../ui/use-form.ts'
import {
  POLICY_FIELDS,
  type PolicyChoice,
  type PolicyField,
  type PolicyTerms,
  readPolicyTerms,
} from './policy-form.ts'
import { POLICY_DURATIONS, POLICY_TYPES, scopeText } from './policy-labels.ts'
import { PolicySimulation } from './policy-simulation.tsx'

/** Creates a policy for a product or group, or a new version of a current one. */
export function PolicyDialog({
  replaces,
  onClose,
}: {
  /** The version being replaced; undefined for a new policy. */
  replaces: CommissionPolicy | undefined
  onClose: () => void
}) {
  const { holdPeriodDays } = useProgram()
  const { data: groups = [] } = useQuery(partnerGroupsQuery(useProgramId()))
  const [type, setType] = useState(replaces?.type ?? 'percent')
  const [duration, setDuration] = useState(replaces?.duration ?? 'lifetime')
  const choice = { type, duration, replaces }
  const form = useSetPolicy(choice, onClose)
  return (
    <FormDialog
      title={titleOf(replaces, groups)}
      description={
        replaces === undefined
          ? t('settings.appliesNewSalesOnly')
          : t('settings.existingCommissionsKeepVersionVersion', { version: replaces.version })
      }
      form={form}
      action={t('settings.savePolicy')}
      noValidate
      onClose={onClose}
    >
      {replaces === undefined && groups.length > 0 && <GroupField groups={groups} form={form} />}
      {replaces === undefined && (
        <Field
          label={t('settings.productID')}
          hint={
            groups.length === 0 ? t('settings.theProductIDYourServer') : t('settings.theProductIDYourServer2')
          }
          error={form.errorOf('productId')}
        >
          {(control) => <Input {...control} name="productId" maxLength={255} autoComplete="off" />}
        </Field>
      )}
      <Segmented
        label={t('settings.commissionType')}
        value={type}
        choices={enumOptions(POLICY_TYPES)}
        onChoose={setType}
      />
      <PayField choice={choice} form={form} />
      <DurationFields choice={choice} form={form} onChoose={setDuration} />
      <Field
        label={t('settings.holdPeriodDays')}
        hint={t('settings.leaveBlankUseProgramsHold', { holdPeriodDays })}
        error={form.errorOf('holdDays')}
      >
        {(control) => <CountInput {...control} name="holdDays" defaultValue={replaces?.holdDays ?? ''} />}
      </Field>
      <PolicySimulation key={type} readChange={(element) => readTerms(element, choice)} />
    </FormDialog>
  )
}

/** Reads the form's terms. If they are invalid, submits the form to show its errors, which saves nothing. */
function readTerms(element: HTMLFormElement, choice: PolicyChoice): PolicyTerms | undefined {
  const terms = readPolicyTerms(new FormData(element), choice)
  if (!(terms instanceof FieldErrors)) return terms
  element.requestSubmit()
  return undefined
}

interface PartProps {
  choice: PolicyChoice
  form: Form<PolicyField>
}

/** A percentage of each sale, or a fixed amount. */
function PayField({ choice: { type, replaces }, form }: PartProps) {
  if (type === 'percent') {
    return (
      <Field label={t('settings.rate')} error={form.errorOf('rateBps')}>
        {(control) => (
          <DecimalInput {...control} name="rate" defaultValue={writeDecimal(replaces?.rateBps ?? 2000, 2)} />
        )}
      </Field>
    )
  }
  return (
    <Field
      label={t('settings.amountPerSale')}
      hint={t('settings.appliesOnlySalesInIts')}
      error={form.errorOf('amountCents')}
    >
      {(control) => (
        <MoneyInput
          control={control}
          name="amount"
          currencyName="currency"
          currencyLabel={t('settings.currency')}
          amountCents={replaces?.amountCents}
          currency={replaces?.currency}
        />
      )}
    </Field>
  )
}

function DurationFields({
  choice: { duration, replaces },
  form,
  onChoose,
}: PartProps & { onChoose: (duration: CommissionPolicy['duration']) => void }) {
  return (
    <>
      <Field label={t('settings.duration')} error={form.errorOf('duration')}>
        {(control) => (
          <Select
            {...control}
            value={duration}
            onChange={({ target }) =>
              onChoose(enumValues(POLICY_DURATIONS).find((one) => one === target.value) ?? 'lifetime')
            }
          >
            {enumOptions(POLICY_DURATIONS).map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {duration === 'months' && (
        <Field
          label={t('settings.months')}
          hint={t('settings.countedFromCustomersFirstSale')}
          error={form.errorOf('durationMonths')}
        >
          {(control) => (
            <CountInput {...control} name="durationMonths" defaultValue={replaces?.durationMonths ?? 12} />
          )}
        </Field>
      )}
    </>
  )
}

function GroupField({ groups, form }: { groups: PartnerGroup[]; form: Form<PolicyField> }) {
  return (
    <Field label={t('settings.applies2')} error={form.errorOf('groupId')}>
      {(control) => (
        <Select {...control} name="groupId" defaultValue="">
          <option value="">{t('settings.allPartnersExceptGroupsWith')}</option>
          {groups.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function useSetPolicy(choice: PolicyChoice, onClose: () => void) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
  return useForm({
    fields: POLICY_FIELDS,
    readForm: (typed) => readPolicyTerms(typed, choice),
    save: async (body) => {
      const params = { path: { programId } }
      return (await read(api.POST('/api/programs/{programId}/commission-policies', { params, body }))).data
    },
    async onSaved({ groupId, productId }) {
      const isDefault = groupId === null && productId === null
      showSuccess(isDefault ? t('settings.defaultPolicySaved') : t('settings.policySaved'))
      onClose()
      await queryClient.invalidateQueries({ queryKey: ['commission-policies', programId] })
    },
  })
}

function titleOf(replaces: CommissionPolicy | undefined, groups: readonly PartnerGroup[]): string {
  if (replaces === undefined) return t('settings.newPolicy')
  const { groupId, productId } = replaces
  if (groupId === null && productId === null) return t('settings.changeDefaultPolicy')
  return t('settings.changePolicyForScope', { scope: scopeText(replaces, groups) })
}
