import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, api, read } from '../../api/client.ts'
import { invoicePreviewQuery } from '../../api/money-queries.ts'
import type { Currency, InvoicePreview } from '../../api/types.ts'
import { formatMonth, monthBefore, toDay } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { t } from '../../messages/team-text.ts'
import { programTimeMs, useProgram, useProgramId } from '../../session/use-program.ts'
import { DecimalInput, Field, Input } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { PreviewSums, UnusualRates } from './invoice-preview.tsx'
import {
  canBeIssued,
  exampleRate,
  type IssueBody,
  type IssueField,
  isSameRequest,
  missingRateErrors,
  RATED_CURRENCIES,
  type TypedInvoice,
  toIssueBody,
  toRequest,
} from './issue-form.ts'

/** Issues the invoice for a completed month after a preview of its totals. */
export function IssueDialog({ onClose }: { onClose: () => void }) {
  const program = useProgram()
  const { timeZone } = program
  const last = monthBefore(toDay(programTimeMs(program), timeZone))
  const [typed, setTyped] = useState<TypedInvoice>({ month: last, rates: {} })
  const { shown, isCurrent, form } = useInvoiceForm(typed, onClose)
  const setRate = (currency: Currency) => (event: { target: { value: string } }) =>
    setTyped({ ...typed, rates: { ...typed.rates, [currency]: event.target.value } })
  const ready = isCurrent && shown !== undefined && canBeIssued(shown) ? shown : undefined
  return (
    <FormDialog
      title={t('invoices.issueInvoice')}
      description={t('invoices.includesAllUninvoicedPlatformFees')}
      form={form}
      action={
        ready === undefined
          ? t('invoices.preview')
          : t('invoices.issueInvoiceForTotalUsd', { totalUsd: formatMoney(ready.totalUsdCents, 'USD') })
      }
      noValidate
      job={
        ready === undefined
          ? undefined
          : { text: t('invoices.issuingMonthInvoiceAndRecording', { month: formatMonth(typed.month) }) }
      }
      onClose={onClose}
    >
      <Field
        label={t('invoices.month')}
        hint={t('invoices.chooseMonthThatHasEnded', { timeZone })}
        error={form.getError('month')}
      >
        {(control) => (
          <Input
            {...control}
            type="month"
            max={last}
            value={typed.month}
            onChange={(event) => setTyped({ ...typed, month: event.target.value })}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        {RATED_CURRENCIES.map((currency) => (
          <Field
            key={currency}
            label={t('invoices.usDollarsPer1Currency', { currency })}
            hint={rateHint(currency, shown)}
            error={form.getError(currency)}
          >
            {(control) => (
              <DecimalInput
                {...control}
                placeholder={exampleRate(currency)}
                value={typed.rates[currency] ?? ''}
                onChange={setRate(currency)}
              />
            )}
          </Field>
        ))}
      </div>
      {form.isPreviewing && <Skeleton className="h-40 w-full rounded-xl" />}
      {!form.isPreviewing && isCurrent && shown !== undefined && <PreviewSums preview={shown} />}
      {ready?.rates.some(({ unusual }) => unusual !== null) === true && (
        <ConfirmRates rates={ready.rates} error={form.getError('isConfirmed')} />
      )}
    </FormDialog>
  )
}

function ConfirmRates({ rates, error }: { rates: InvoicePreview['rates']; error: string | undefined }) {
  return (
    <div className="flex flex-col gap-2 rounded-lg bg-warn-soft px-3 py-2.5">
      <UnusualRates rates={rates} />
      <label className="flex items-start gap-2 text-ink">
        <input type="checkbox" name="isConfirmed" className="mt-1" />
        {t('invoices.theRateIsCorrectIssue')}
      </label>
      {error !== undefined && (
        <p role="alert" className="text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

function rateHint(currency: Currency, preview: InvoicePreview | undefined): string {
  const dueRate = preview?.rates.find((rate) => rate.currency === currency)
  if (dueRate === undefined) return t('invoices.requiredIfThereAreFees', { currency })
  return dueRate.lastRate === null
    ? t('invoices.thereAreFeesInCurrency', { currency })
    : t('invoices.lastRateUsedLastRate', { lastRate: dueRate.lastRate })
}

/** Previews the invoice with the current input, then issues exactly what was previewed. */
function useInvoiceForm(typed: TypedInvoice, onClose: () => void) {
  const programId = useProgramId()
  const request = toRequest(typed)
  const [requested, setRequested] = useState(request)
  const preview = useQuery(invoicePreviewQuery(programId, requested))
  const isCurrent = isSameRequest(request, requested) && !preview.isFetching && preview.error === null
  const invoicePreview = preview.data
  const issue = useIssueRequest(onClose)
  const form = useForm<IssueBody | undefined, unknown, IssueField>({
    fields: ['month', 'isConfirmed', ...RATED_CURRENCIES],
    readForm(sent) {
      if (!isCurrent || invoicePreview === undefined) return undefined
      if (canBeIssued(invoicePreview))
        return toIssueBody(requested, invoicePreview, sent.get('isConfirmed') !== null)
      return missingRateErrors(invoicePreview)
    },
    async save(body) {
      if (body !== undefined) await issue(body)
      else if (isSameRequest(request, requested)) await preview.refetch()
      else setRequested(request)
    },
  })
  const failure = preview.error instanceof ApiError ? preview.error : undefined
  const failedField = [...RATED_CURRENCIES, 'month' as const].find((field) => field === failure?.field)
  const isRequested = isSameRequest(request, requested)
  return {
    shown: invoicePreview,
    isCurrent,
    form: {
      ...form,
      isPreviewing: preview.isFetching,
      isBusy: form.isBusy || preview.isFetching,
      error: form.error ?? (isRequested && failedField === undefined ? preview.error : undefined),
      getError: (field: IssueField) =>
        form.getError(field) ?? (isRequested && field === failedField ? failure?.fieldMessage : undefined),
    },
  }
}

function useIssueRequest(onClose: () => void) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
  return async (body: IssueBody) => {
    const params = { path: { programId } }
    const { data } = await read(api.POST('/api/programs/{programId}/invoices', { params, body }))
    showSuccess(
      t('invoices.invoiceNumberForMonthIssued', {
        number: data.number,
        month: formatMonth(data.month),
        totalUsd: formatMoney(data.totalUsdCents, 'USD'),
      }),
    )
    onClose()
    await queryClient.invalidateQueries({ queryKey: ['invoices', programId] })
  }
}
