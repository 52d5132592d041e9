import { queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, api, read } from '../../api/client.ts'
import { payoutSettingsQuery } from '../../api/money-queries.ts'
import type {
  Currency,
  PaymentFileExecution,
  PaymentFileFormat,
  PaymentFilePreview,
} from '../../api/types.ts'
import { formatDay, formatInstant } from '../../format/date.ts'
import { formatAlternatives } from '../../format/list.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import { t } from '../../messages/team-text.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { saveFile } from '../../ui/use-download.ts'
import { useForm } from '../../ui/use-form.ts'
import { bestFileChoice, type FileChoice } from './best-file-choice.ts'
import { DEBTOR_FIELDS, DebtorDialog, DebtorFields, readDebtor } from './debtor-dialog.tsx'
import { CLOSINGS, PAYMENT_FILES, paymentFormats, SKIPS } from './payment-file-labels.ts'
import { RefundWarning } from './refund-warning.tsx'
import { MAX_REQUESTED, RequestDetails } from './request-details.tsx'

/** A payout batch that payment files can be created from. */
export interface PayableBatch {
  batchId: number
  /** Set if there are several batches to choose from. */
  createdAt?: string
  currencies: Currency[]
}

/** Creates a payment file for one of the batches: format, skipped payouts and the debited SEPA account. */
export function PaymentFileDialog({
  batches,
  onClose,
}: {
  batches: readonly PayableBatch[]
  onClose: () => void
}) {
  const [chosenId, setChosenId] = useState<number>()
  const batch = batches.find(({ batchId }) => batchId === chosenId) ?? batches[0]
  const [isDebtorDialogOpen, setIsDebtorDialogOpen] = useState(false)
  if (batch === undefined) return null
  if (isDebtorDialogOpen) return <DebtorDialog onClose={() => setIsDebtorDialogOpen(false)} />
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('payouts.paymentFileForBatchBatchId', { batchId: batch.batchId })}
      description={t('payouts.uploadThenMarkAsPaid', { places: formatUploadPlaces(batch.currencies) })}
    >
      {batches.length > 1 && <BatchChoice batches={batches} batch={batch} onChoose={setChosenId} />}
      <FileOptions
        key={batch.batchId}
        batch={batch}
        onChangeDebtor={() => setIsDebtorDialogOpen(true)}
        onClose={onClose}
      />
    </Dialog>
  )
}

/** Names the places where the batch's files are uploaded. */
function formatUploadPlaces(currencies: readonly Currency[]): string {
  const formats = PAYMENT_FILES.filter((one) =>
    currencies.some((currency) => paymentFormats(currency).includes(one)),
  )
  return formatAlternatives(formats.map(({ place }) => place))
}

function BatchChoice({
  batches,
  batch,
  onChoose,
}: {
  batches: readonly PayableBatch[]
  batch: PayableBatch
  onChoose: (batchId: number) => void
}) {
  const { timeZone } = useProgram()
  return (
    <Field label={t('payouts.batch')} className="mb-4">
      {(control) => (
        <Select {...control} value={batch.batchId} onChange={({ target }) => onChoose(Number(target.value))}>
          {batches.map(({ batchId, createdAt }) => (
            <option key={batchId} value={batchId}>
              {t('payouts.batchCreated', {
                batchId,
                createdAt: createdAt === undefined ? '' : formatInstant(createdAt, timeZone),
              })}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

/** Reads how many payouts each currency and format can include, so that the one with the most is selected. */
function FileOptions({ batch, ...actions }: { batch: PayableBatch } & DialogCalls) {
  const programId = useProgramId()
  const choices = batch.currencies.flatMap((currency) =>
    paymentFormats(currency).map(({ format }) => ({
      currency,
      format,
    })),
  )
  const previews = useQueries({
    queries: choices.map((choice) => previewQuery(programId, { batchId: batch.batchId, ...choice, part: 1 })),
  })
  if (previews.some(({ isPending }) => isPending)) {
    return <SkeletonRows rows={3} />
  }
  const choicesWithCounts = choices.map((choice, at) => ({
    ...choice,
    payouts: previews[at]?.data?.payouts ?? 0,
  }))
  return <FileForm batch={batch} choices={choicesWithCounts} {...actions} />
}

interface DialogCalls {
  onChangeDebtor: () => void
  onClose: () => void
}

function FileForm({
  batch: { batchId, currencies },
  choices,
  onChangeDebtor,
  onClose,
}: { batch: PayableBatch; choices: readonly FileChoice[] } & DialogCalls) {
  const file = useFileChoice(batchId, choices)
  const { request, preview, settings, needsDebtor, day } = file
  const isSepa = request.format === 'sepa'
  const form = useCreateFile(useProgramId(), day.request, { needsDebtor, onDone: onClose })
  const debtor = settings.data?.debtor ?? null
  return (
    <form onSubmit={form.onSubmit} noValidate={!needsDebtor}>
      <div className="flex flex-col gap-4">
        <CurrencyAndFormat {...file} currencies={currencies} />
        <Loaded query={preview} loadingRows={2}>
          {(preview) => (
            <Preview
              preview={preview}
              currency={request.currency}
              part={request.part}
              onPart={file.setPart}
            />
          )}
        </Loaded>
        {isSepa && preview.data?.payouts !== 0 && (
          <ExecutionDay {...day} error={form.getError('executionDate') ?? day.error} />
        )}
        {needsDebtor && (
          <fieldset className="flex flex-col gap-3 rounded-lg border p-3.5">
            <legend className="px-1 font-medium">{t('payouts.accountYouPayFrom')}</legend>
            <DebtorFields form={form} />
          </fieldset>
        )}
        {isSepa && debtor !== null && (
          <p className="flex flex-wrap items-center justify-between gap-2">
            <span className="wrap-anywhere text-ink-2">{t('payouts.paidFromNameIban', debtor)}</span>
            <Button onClick={onChangeDebtor}>{t('payouts.changeAccount')}</Button>
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
  )
}

/** The chosen currency, format, part and execution day, and a preview of the file. */
function useFileChoice(batchId: number, choices: readonly FileChoice[]) {
  const programId = useProgramId()
  const [chosen, setChosen] = useState<{ currency?: Currency; format?: PaymentFileFormat }>({})
  const [part, setPart] = useState(1)
  const { currency, format } = bestFileChoice(choices, chosen)
  const formats = paymentFormats(currency)
  const request = { batchId, format, currency, part }
  const preview = useQuery(previewQuery(programId, request))
  const settings = useQuery(payoutSettingsQuery(programId))
  const day = useExecutionDay(request, preview.data?.execution)
  const needsDebtor = format === 'sepa' && settings.data?.debtor === null && preview.data?.payouts !== 0
  const choose = (next: { currency?: Currency; format?: PaymentFileFormat }) => {
    // After a change of currency, starts with the format that fits it best.
    setChosen(next.currency === undefined ? { currency, ...next } : next)
    setPart(1)
  }
  return { request, formats, preview, settings, needsDebtor, day, choose, setPart }
}

/**
 * A SEPA file's requested execution day. If empty, the service uses its own current day, because the client's
 * clock may be wrong.
 */
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
    error: preview.error instanceof ApiError && isDated ? preview.error.fieldMessage : undefined,
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
  preview: { payouts, amountCents, alreadyFiled, parts, refunded, skipped },
  currency,
  part,
  onPart,
}: {
  preview: PaymentFilePreview
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
      {alreadyFiled > 0 && (
        <p className="rounded-lg bg-warn-soft px-3.5 py-2.5 text-warn">
          {t('payouts.alreadyFiled', { alreadyFiled })}
        </p>
      )}
      <RefundWarning
        payouts={refunded.map(({ payoutId: id, ...payout }) => ({ id, ...payout }))}
        isOnly={false}
      />
      {skipped.length > 0 && <p className="font-medium">{t('payouts.notInFile')}</p>}
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
      <div className="empty:hidden">
        <RequestDetails partnerIds={partnersWithoutDetails(skipped)} />
      </div>
    </>
  )
}

const MAX_SHOWN = 100

function partnersWithoutDetails(skipped: PaymentFilePreview['skipped']): number[] {
  const withoutDetails = skipped.filter(({ reason }) => reason === 'no_details')
  return [...new Set(withoutDetails.map(({ partnerId }) => partnerId))].slice(0, MAX_REQUESTED)
}

interface FileRequest {
  batchId: number
  format: PaymentFileFormat
  currency: Currency
  part: number
  executionDate?: string
}

/** Saves the entered account to pay from if none was set, then downloads the file. */
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

/** Never cached, because payout details may change at any time. */
const previewQuery = (programId: string, request: FileRequest) =>
  queryOptions({
    staleTime: 0,
    gcTime: 0,
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
