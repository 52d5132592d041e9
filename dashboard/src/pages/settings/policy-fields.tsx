import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import type { CommissionPolicy } from '../../api/types.ts'
import { enumOptions, enumValues } from '../../format/enums.ts'
import { formatDecimalInput } from '../../format/parse-decimal.ts'
import { t } from '../../messages/team-text.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { CountInput, DecimalInput, Field, Select } from '../../ui/field.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { type Form, useForm } from '../../ui/use-form.ts'
import {
  isSameTerms,
  POLICY_FIELDS,
  type PolicyField,
  type PolicyFormState,
  readPolicyTerms,
} from './policy-form.ts'
import { POLICY_DURATIONS, POLICY_TYPES } from './policy-labels.ts'

/** The policy settings that are chosen rather than typed, initialized from the replaced version. */
export function usePolicyChoice(replaces: CommissionPolicy | undefined) {
  const [chosen, setChosen] = useState({
    type: replaces?.type ?? 'percent',
    duration: replaces?.duration ?? 'lifetime',
  })
  const choose = (part: Partial<Pick<PolicyFormState, 'type' | 'duration'>>) =>
    setChosen((before) => ({ ...before, ...part }))
  const choice: PolicyFormState = { ...chosen, replaces }
  return [choice, choose] as const
}

/** Saves the terms as the next version. Unchanged terms are saved only once, to confirm the first version. */
export function useSetPolicy(choice: PolicyFormState, onSaved: () => unknown) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
  return useForm({
    fields: POLICY_FIELDS,
    readForm: (typed) => readPolicyTerms(typed, choice),
    save: async (body) => {
      const { replaces } = choice
      if (replaces !== undefined && replaces.version > 1 && isSameTerms(body, replaces)) return replaces
      const params = { path: { programId } }
      return (await read(api.POST('/api/programs/{programId}/commission-policies', { params, body }))).data
    },
    async onSaved() {
      showSuccess(t('settings.policySaved'))
      onSaved()
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['commission-policies', programId] }),
        queryClient.invalidateQueries({ queryKey: ['setup', programId] }),
      ])
    },
  })
}

/** Fields for what a policy pays, for how long, and after how many days. */
export function PolicyFields({
  choice,
  form,
  onChoose,
}: PartProps & { onChoose: (part: Partial<Pick<PolicyFormState, 'type' | 'duration'>>) => void }) {
  const { holdPeriodDays } = useProgram()
  return (
    <>
      <div>
        <Segmented
          label={t('settings.commissionType')}
          value={choice.type}
          choices={enumOptions(POLICY_TYPES)}
          onChoose={(type) => onChoose({ type })}
        />
      </div>
      <PayField choice={choice} form={form} />
      <DurationFields choice={choice} form={form} onChoose={(duration) => onChoose({ duration })} />
      <Field
        label={t('settings.holdPeriodDays')}
        hint={t('settings.leaveBlankUseProgramsHold', { holdPeriodDays })}
        error={form.getError('holdDays')}
      >
        {(control) => (
          <CountInput {...control} name="holdDays" defaultValue={choice.replaces?.holdDays ?? ''} />
        )}
      </Field>
    </>
  )
}

interface PartProps {
  choice: PolicyFormState
  form: Form<PolicyField>
}

/** A percentage of each sale, or a fixed amount. */
function PayField({ choice: { type, replaces }, form }: PartProps) {
  if (type === 'percent') {
    return (
      <Field label={t('settings.rate')} error={form.getError('rateBps')}>
        {(control) => (
          <DecimalInput
            {...control}
            name="rate"
            defaultValue={formatDecimalInput(replaces?.rateBps ?? 2000, 2)}
          />
        )}
      </Field>
    )
  }
  return (
    <Field
      label={t('settings.amountPerSale')}
      hint={t('settings.appliesOnlySalesInIts')}
      error={form.getError('amountCents')}
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
      <Field label={t('settings.duration')} error={form.getError('duration')}>
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
          error={form.getError('durationMonths')}
        >
          {(control) => (
            <CountInput {...control} name="durationMonths" defaultValue={replaces?.durationMonths ?? 12} />
          )}
        </Field>
      )}
    </>
  )
}
