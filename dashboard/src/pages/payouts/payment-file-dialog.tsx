import { queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiFailure, api, read } from '../../api/client.ts'
import { payoutSettingsQuery } from '../../api/money-queries.ts'
import type {
  Currency,
  PaymentFileExecution,
  PaymentFileFormat,
  PaymentFilePreview,
} from '../../api/types.ts'
import { formatDay } from '../../format/date.ts'
import { BASE_CURRENCY, formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { saveFile } from '../../ui/use-download.ts'
import { useForm } from '../../ui/use-form.ts'
import type { CreatedBatch } from './create-payouts-dialog.tsx'
import { DEBTOR_FIELDS, DebtorDialog, DebtorFields, readDebtor } from './debtor-dialog.tsx'
import { CLOSINGS, PAYMENT_FILES, SKIPS } from './payment-file-labels.ts'

/** Creates a payment file for a batch: format, skipped payouts and the debited SEPA account. */
export function PaymentFileDialog({ batchId, currencies, onClose }: CreatedBatch & { onClose: () => void }) {
  const file = useFileChoice(batchId, currencies)
  const { request, preview, settings, needsDebtor, day } = file
  const isSepa = request.format === 'sepa'
  const form = useCreateFile(useProgramId(), day.request, { needsDebtor, onDone: onClose })
  const [isDebtorDialogOpen, setIsDebtorDialogOpen] = useState(false)
  if (isDebtorDialogOpen) return <DebtorDialog onClose={() => setIsDebtorDialogOpen(false)} />
  const debtor = settings.data?.debtor ?? null
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('payouts.paymentFileForBatchBatchId', { batchId })}
      description={t('payouts.readyUploadMarkPayoutsAs')}
    >
      <form onSubmit={form.onSubmit} noValidate={!needsDebtor}>
        <div className="flex flex-col gap-4">
          <CurrencyAndFormat {...file} currencies={currencies} />
          <Loaded query={preview} loadingRows={2}>
            {(found) => (
              <Preview found={found} currency={request.currency} part={request.part} onPart={file.setPart} />
            )}
          </Loaded>
          {isSepa && <ExecutionDay {...day} error={form.errorOf('executionDate') ?? day.error} />}
          {needsDebtor && (
            <fieldset className="flex flex-col gap-3 rounded-lg border p-3.5">
              <legend className="px-1 font-medium">{t('payouts.accountYouPayFrom')}</legend>
              <DebtorFields form={form} />
            </fieldset>
          )}
          {isSepa && debtor !== null && (
            <p className="flex flex-wrap items-center justify-between gap-2">
              <span className="wrap-anywhere text-ink-2">{t('payouts.paidFromNameIban', debtor)}</span>
              <Button onClick={() => setIsDebtorDialogOpen(true)}>{t('payouts.changeAccount')}</Button>
            </p>
          )}
          <FormError error={form.error} />
        </div>
        <DialogActions>
          <Button onClick={onClose}>{t('payouts.close')}</Button>
          {preview.data?.payouts !== 0 && (
            <Button
              type="submit"
              look="primary"
              isBusy={form.isBusy}
              disabled={preview.data === undefined || settings.data === undefined}
            >
              {t('payouts.downloadFile')}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** The chosen currency, format, part and execution day, with the preview of that file. */
function useFileChoice(batchId: number, currencies: Currency[]) {
  const programId = useProgramId()
  const [currency, setCurrency] = useState(currencies[0] ?? BASE_CURRENCY)
  const formats = PAYMENT_FILES.filter(({ of }) => of === undefined || of === currency)
  const best = useBestFormat(
    formats.map(({ format }) => format),
    { batchId, currency, part: 1 },
  )
  const [chosen, setChosen] = useState<PaymentFileFormat>()
  const format = formats.find((one) => one.format === chosen)?.format ?? best
  const [part, setPart] = useState(1)
  const request = { batchId, format, currency, part }
  const preview = useQuery(previewQuery(programId, request))
  const settings = useQuery(payoutSettingsQuery(programId))
  const day = useExecutionDay(request, preview.data?.execution)
  const needsDebtor = format === 'sepa' && settings.data?.debtor === null && preview.data?.payouts !== 0
  const choose = (next: { currency?: Currency; format?: PaymentFileFormat }) => {
    if (next.currency !== undefined) setCurrency(next.currency)
    if (next.format !== undefined) setChosen(next.format)
    setPart(1)
  }
  return { request, formats, preview, settings, needsDebtor, day, choose, setPart }
}

/** The requested execution day of a SEPA file. Empty means the service's current day, because the client's clock may be wrong. */
function useExecutionDay(request: FileRequest, defaultExecution: PaymentFileExecution | null | undefined) {
  const programId = useProgramId()
  const [value, setValue] = useState('')
  const isDated = request.format === 'sepa' && value !== ''
  const dated = isDated ? { ...request, executionDate: value } : request
  const preview = useQuery({ ...previewQuery(programId, dated), enabled: isDated })
  return {
    value,
    setValue,
    request: dated,
    execution: isDated ? preview.data?.execution : defaultExecution,
    error: preview.error instanceof ApiFailure && isDated ? preview.error.atField : undefined,
  }
}

function CurrencyAndFormat({
  currencies,
  formats,
  request,
  choose,
}: Pick<ReturnType<typeof useFileChoice>, 'formats' | 'request' | 'choose'> & { currencies: Currency[] }) {
  return (
    <>
      {currencies.length > 1 && (
        <Field label={t('payouts.currency')}>
          {(control) => (
            <Select
              {...control}
              value={request.currency}
              onChange={({ target }) =>
                choose({ currency: currencies.find((one) => one === target.value) ?? request.currency })
              }
            >
              {currencies.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Field label={t('payouts.format')} hint={formats.find((one) => one.format === request.format)?.hint}>
        {(control) => (
          <Select
            {...control}
            value={request.format}
            onChange={({ target }) =>
              choose({ format: formats.find((one) => one.format === target.value)?.format ?? request.format })
            }
          >
            {formats.map((one) => (
              <option key={one.format} value={one.format}>
                {one.label}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  )
}

function ExecutionDay({
  value,
  setValue,
  execution,
  error,
}: {
  value: string
  setValue: (value: string) => void
  execution: PaymentFileExecution | null | undefined
  error: string | undefined
}) {
  return (
    <>
      <Field label={t('payouts.executionDate')} hint={t('payouts.up90DaysAheadLeave')} error={error}>
        {(control) => (
          <Input {...control} type="date" value={value} onChange={({ target }) => setValue(target.value)} />
        )}
      </Field>
      {execution != null && <Execution execution={execution} />}
    </>
  )
}

/** The format that includes the most payouts; the first one while loading. */
function useBestFormat(
  formats: PaymentFileFormat[],
  request: Omit<FileRequest, 'format'>,
): PaymentFileFormat {
  const programId = useProgramId()
  const previews = useQueries({
    queries: formats.map((format) => previewQuery(programId, { ...request, format })),
  })
  const counts = previews.map(({ data }) => data?.payouts ?? 0)
  return formats[counts.indexOf(Math.max(...counts))] ?? 'wise'
}

/** The execution day, with an explanation if it isn't the requested one. */
function Execution({ execution: { day, requestedDay, closedFor } }: { execution: PaymentFileExecution }) {
  return (
    <p role="status">
      {t('payouts.theBankWillExecutePayments', {
        day: formatDay(day, 'long'),
        hasClosedFor: String(closedFor !== null),
        requestedDay: formatDay(requestedDay, 'long'),
        closedFor: closedFor !== null ? CLOSINGS[closedFor] : '',
      })}
    </p>
  )
}

function Preview({
  found: { payouts, amountCents, parts, skipped },
  currency,
  part,
  onPart,
}: {
  found: PaymentFilePreview
  currency: Currency
  part: number
  onPart: (part: number) => void
}) {
  return (
    <>
      {parts > 1 && (
        <Field label={t('payouts.part')} hint={t('payouts.eachFileHoldsLimitedNumber')}>
          {(control) => (
            <Select {...control} value={part} onChange={({ target }) => onPart(Number(target.value))}>
              {Array.from({ length: parts }, (_, at) => at + 1).map((one) => (
                <option key={one} value={one}>
                  {t('payouts.oneParts', { one, parts })}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {payouts === 0 ? (
        <p>{t('payouts.noneThesePayoutsCanBe', { hasCount: String(skipped.length > 0) })}</p>
      ) : (
        <p>
          {formatCount(payouts)} {payouts === 1 ? t('payouts.payout') : t('payouts.payouts2')},{' '}
          {formatMoney(amountCents, currency)}
        </p>
      )}
      {skipped.length > 0 && (
        <ScrollRegion label={t('payouts.notInFile')} className="max-h-48 overflow-y-auto rounded-lg border">
          <ul className="divide-y">
            {skipped.slice(0, MAX_SHOWN).map((one) => (
              <li key={one.payoutId} className="px-3.5 py-2">
                <span className="wrap-anywhere">{one.partnerName}</span>{' '}
                <span className="text-ink-3">
                  {t('payouts.payoutPayoutIdReason', { payoutId: one.payoutId, reason: SKIPS[one.reason] })}
                </span>
              </li>
            ))}
            {skipped.length > MAX_SHOWN && (
              <li className="px-3.5 py-2 text-ink-3">
                {t('payouts.andCountMore', { count: skipped.length - MAX_SHOWN })}
              </li>
            )}
          </ul>
        </ScrollRegion>
      )}
    </>
  )
}

const MAX_SHOWN = 100

interface FileRequest {
  batchId: number
  format: PaymentFileFormat
  currency: Currency
  part: number
  executionDate?: string
}

/** Saves the account to pay from if it is missing, then downloads the file. */
function useCreateFile(
  programId: string,
  request: FileRequest,
  { needsDebtor, onDone }: { needsDebtor: boolean; onDone: () => void },
) {
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
  return useForm({
    fields: [...DEBTOR_FIELDS, 'executionDate'],
    readForm: (typed) => (needsDebtor ? readDebtor(typed) : undefined),
    async save(debtor) {
      const params = { path: { programId } }
      if (debtor !== undefined) {
        await read(api.PATCH('/api/programs/{programId}/payout-settings', { params, body: { debtor } }))
        await queryClient.invalidateQueries({ queryKey: payoutSettingsQuery(programId).queryKey })
      }
      return (await read(api.POST('/api/programs/{programId}/payout-files', { params, body: request }))).data
    },
    async onSaved({ content, fileName, mediaType }) {
      saveFile(new Blob([content], { type: mediaType }), fileName)
      showSuccess(t('payouts.fileNameDownloaded', { fileName }))
      onDone()
      await queryClient.invalidateQueries({ queryKey: ['payouts', programId] })
    },
  })
}

const previewQuery = (programId: string, request: FileRequest) =>
  queryOptions({
    queryKey: ['payouts', programId, 'file', request],
    queryFn: async ({ signal }) =>
      (
        await read(
          api.GET('/api/programs/{programId}/payout-files', {
            params: { path: { programId }, query: request },
            signal,
          }),
        )
      ).data,
  })
