import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, api, read } from '../../api/client.ts'
import { type BatchRequest, payoutPreviewQuery, refreshMoney } from '../../api/money-queries.ts'
import { partnerChoicesQuery } from '../../api/partner-queries.ts'
import type { Currency, PayoutBatch } from '../../api/types.ts'
import { BASE_CURRENCY, CURRENCIES, formatMoney } from '../../format/money.ts'
import { moneyError, parseMoney } from '../../format/parse-decimal.ts'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { Checkbox } from '../../ui/check.tsx'
import { DecimalInput, Field, Select } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import type { JobView } from '../../ui/job.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { FieldErrors, useForm } from '../../ui/use-form.ts'
import type { PayableBatch } from './payment-file-dialog.tsx'
import { EXCLUSION_LABELS } from './payout-blockers.ts'
import { PayoutPreview } from './payout-preview.tsx'
import { addSums } from './payout-sums.ts'

/** Creates one open payout per partner and currency from all due amounts. */
export function CreatePayoutsDialog({
  partnerId,
  onCreated,
  onClose,
}: {
  /** Limits the batch to the partner that the page is filtered by. */
  partnerId: number | undefined
  /** Receives the last batch, so its payment file can be created next; undefined if no file can include its payouts. */
  onCreated: (batch: PayableBatch | undefined) => void
  onClose: () => void
}) {
  const { data: partners = [] } = useQuery(partnerChoicesQuery(useProgramId()))
  const [currency, setCurrency] = useState<Currency>()
  const [minimum, setMinimum] = useState('')
  const [includesAll, setIncludesAll] = useState(false)
  const requested = readBatch({ partnerId, currency, minimum })
  const partnersWithoutDetails = useWithoutDetails(requested)
  const excludesPartners = partnersWithoutDetails !== undefined && !includesAll
  const batch =
    excludesPartners && requested !== undefined ? { ...requested, detailsRequired: true } : requested
  const { form, preview, job } = useCreatePayouts(batch, currency, onCreated)
  const name =
    partners.find(({ id }) => id === partnerId)?.name ?? t('payouts.partnerPartnerId', { partnerId })
  return (
    <FormDialog
      title={
        partnerId === undefined ? t('payouts.createPayouts') : t('payouts.createPayoutForName', { name })
      }
      description={t('payouts.createsOnePayoutPerPartner')}
      form={form}
      action={t('payouts.createPayouts')}
      noValidate
      job={job}
      onClose={onClose}
    >
      <Field label={t('payouts.currency')}>
        {(control) => (
          <Select
            {...control}
            value={currency ?? ''}
            onChange={(event) => setCurrency(CURRENCIES.find((one) => one === event.target.value))}
          >
            <option value="">{t('payouts.allCurrencies')}</option>
            {CURRENCIES.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        )}
      </Field>
      {currency !== undefined && (
        <Field
          label={t('payouts.minimumPayoutCurrency', { currency })}
          hint={t('payouts.smallerBalancesCarryOverNext')}
          error={form.getError('minimum')}
        >
          {(control) => (
            <DecimalInput {...control} value={minimum} onChange={(event) => setMinimum(event.target.value)} />
          )}
        </Field>
      )}
      {partnersWithoutDetails !== undefined && (
        <ExcludedPartners
          partnerIds={partnersWithoutDetails}
          includesAll={includesAll}
          onChange={setIncludesAll}
        />
      )}
      {preview !== undefined && <PayoutPreview preview={preview.data} />}
    </FormDialog>
  )
}

/**
 * The partners without payout details, who are excluded by default, because no payment file can include them.
 * Undefined if there are none, or if no partner in the batch has payout details and a file would be empty anyway.
 */
function useWithoutDetails(batch: BatchRequest | undefined): number[] | undefined {
  const programId = useProgramId()
  const { data } = useQuery({ ...payoutPreviewQuery(programId, batch ?? {}), enabled: batch !== undefined })
  if (data === undefined || data.sandbox !== undefined) return undefined
  const { payouts, partnerIds } = data.withoutDetails
  return payouts > 0 && payouts < data.payouts ? partnerIds : undefined
}

const MAX_NAMED = 5

function ExcludedPartners({
  partnerIds,
  includesAll,
  onChange,
}: {
  partnerIds: number[]
  includesAll: boolean
  onChange: (includesAll: boolean) => void
}) {
  const { data: partners = [] } = useQuery(partnerChoicesQuery(useProgramId()))
  const names = partnerIds
    .slice(0, MAX_NAMED)
    .map(
      (id) => partners.find((one) => one.id === id)?.name ?? t('payouts.partnerPartnerId', { partnerId: id }),
    )
  return (
    <Checkbox
      checked={!includesAll}
      onChange={(event) => onChange(!event.target.checked)}
      label={t('payouts.leaveOutPartnersWithoutDetails', { count: partnerIds.length })}
      hint={t('payouts.namesAreLeftOut', {
        names: names.join(', '),
        more: partnerIds.length - names.length,
      })}
    />
  )
}

/** Returns undefined if the minimum payout is invalid. */
function readBatch({
  partnerId,
  currency,
  minimum,
}: {
  partnerId: number | undefined
  currency: Currency | undefined
  minimum: string
}): BatchRequest | undefined {
  const partner = partnerId === undefined ? {} : { partnerId }
  if (currency === undefined) return partner
  if (minimum.trim() === '') return { currency, ...partner }
  const minimumCents = parseMoney(minimum.trim(), currency)
  return minimumCents === undefined || minimumCents === 0 ? undefined : { currency, minimumCents, ...partner }
}

/** The form, and a preview of its batch (undefined if the form is invalid). */
function useCreatePayouts(
  batch: BatchRequest | undefined,
  currency: Currency | undefined,
  onDone: (created: PayableBatch | undefined) => void,
) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
  const preview = useQuery({ ...payoutPreviewQuery(programId, batch ?? {}), enabled: batch !== undefined })
  const planned = preview.data
  const hasPayable = planned !== undefined && planned.withoutDetails.payouts < planned.payouts
  const { made: created, createAll } = useBatches()
  const form = useForm({
    fields: ['minimum'],
    readForm: () =>
      batch ??
      new FieldErrors({
        minimum: t('payouts.errorOrLeaveItBlank', { error: moneyError(currency ?? BASE_CURRENCY) }),
      }),
    save: createAll,
    async onSaved({ payouts, sums, waiting, created: batch }) {
      const amounts = sums.map((sum) => formatMoney(sum.amountCents, sum.currency)).join(' + ')
      showSuccess(
        t('payouts.payoutsCreatedAmountsWaiting', {
          payouts,
          amounts,
          waiting: waitingText(waiting),
        }),
      )
      // Without payout details, no payment file can include them.
      onDone(hasPayable ? batch : undefined)
      await refreshMoney(queryClient, programId)
    },
  })
  const job: JobView = {
    text:
      created.payouts > 0
        ? t('payouts.payoutsCreatedSoFarMore', { payouts: created.payouts })
        : t('payouts.creatingPayoutsFromCommissions', {
            payouts: planned?.payouts ?? 0,
            commissions: planned?.commissions ?? 0,
          }),
    resumeLabel: created.payouts > 0 ? t('payouts.createRemainingPayouts') : undefined,
  }
  return {
    // The submit button is busy until the preview is loaded.
    form: { ...form, isBusy: form.isBusy || preview.isFetching, error: form.error ?? preview.error },
    preview: batch === undefined || preview.error !== null ? undefined : preview,
    job: form.isBusy || created.payouts > 0 ? job : undefined,
  }
}

type Batch = Pick<PayoutBatch, 'payouts' | 'sums' | 'waiting'> & { created?: PayableBatch }

/** Creates batches until nothing is due. Can be resumed after an error, because created batches are kept. */
function useBatches() {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const [created, setCreated] = useState<Batch>({ payouts: 0, sums: [], waiting: [] })
  const createAll = async ({ partnerId, ...chosen }: BatchRequest): Promise<Batch> => {
    const body = partnerId === undefined ? chosen : { ...chosen, partnerIds: [partnerId] }
    const params = { path: { programId } }
    let all = created
    for (;;) {
      const call = read(api.POST('/api/programs/{programId}/payouts', { params, body }))
      const next = await call.then(
        ({ data }) => data,
        (error) => {
          // A refund may have reduced the remaining amount.
          if (all.payouts > 0 && error instanceof ApiError && error.status === 409) return undefined
          if (all.payouts > 0) void refreshMoney(queryClient, programId)
          throw withReasons(error)
        },
      )
      if (next === undefined) return all
      all = {
        payouts: all.payouts + next.payouts,
        sums: addSums(all.sums, next.sums),
        waiting: next.waiting,
        ...(next.sandbox === undefined && {
          created: { batchId: next.id, currencies: next.sums.map((sum) => sum.currency) },
        }),
      }
      if (next.isComplete) return all
      setCreated(all)
    }
  }
  return { made: created, createAll: createAll }
}

/** Adds the waiting amounts by reason to the error for an empty batch. */
function withReasons(error: unknown): unknown {
  if (!(error instanceof ApiError) || !Array.isArray(error.details.reasons)) return error
  // safe because these are the `reasons` of `NothingDue`, documented as `WaitingSum`
  const reasons = error.details.reasons as PayoutBatch['waiting']
  const message = t('payouts.noPayoutsWereCreatedSkipped', { waitingAmounts: formatWaitingAmounts(reasons) })
  return new ApiError(error.status, error.code, message, error.details)
}

/** Formats the amounts that were skipped, with reasons. */
function waitingText(waitingSums: PayoutBatch['waiting']): string {
  if (waitingSums.length === 0) return ''
  return ` ${t('payouts.skippedListWaitingSeeBalancesFor', { waitingAmounts: formatWaitingAmounts(waitingSums) })}`
}

function formatWaitingAmounts(waitingSums: PayoutBatch['waiting']): string {
  const parts = waitingSums.map(({ reason, partners, owedCents, currency }) =>
    t('payouts.owedCentsForPartnersReplace', {
      owedCents: formatMoney(owedCents, currency),
      partners,
      replace: EXCLUSION_LABELS[reason],
    }),
  )
  return parts.join(', ')
}
