import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiFailure, api, read } from '../../api/client.ts'
import { payoutSettingsQuery } from '../../api/money-queries.ts'
import type { PaymentFileExecution, PaymentFileFormat, PaymentFilePreview, Payout } from '../../api/types.ts'
import { formatDay } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { saveFile } from '../../ui/use-download.ts'
import { DebtorDialog } from './debtor-dialog.tsx'
import { CLOSINGS, PAYMENT_FILES, SKIPS } from './payment-file-labels.ts'

/** Creates a payment file for a payout's batch: format, skipped payouts and the debited SEPA account. */
export function PaymentFileDialog({ payout, onClose }: { payout: Payout; onClose: () => void }) {
  const formats = PAYMENT_FILES.filter(({ of }) => of === undefined || of === payout.currency)
  const [format, setFormat] = useState<PaymentFileFormat>(formats[0]?.format ?? 'wise')
  const [part, setPart] = useState(1)
  const [isDebtorDialogOpen, setIsDebtorDialogOpen] = useState(false)
  const programId = useProgramId()
  const request = { batchId: payout.batchId, format, currency: payout.currency, part }
  const preview = useQuery(previewQuery(programId, request))
  const settings = useQuery(payoutSettingsQuery(programId))
  // Empty means the service's current day, because the client's clock may be wrong.
  const [day, setDay] = useState('')
  const isDated = format === 'sepa' && day !== ''
  const dated = isDated ? { ...request, executionDate: day } : request
  const datedPreview = useQuery({ ...previewQuery(programId, dated), enabled: isDated })
  const execution = (isDated ? datedPreview : preview).data?.execution
  const make = useCreateFile(programId, dated)
  const fault = [make.error, isDated ? datedPreview.error : null].find(
    (error) => error instanceof ApiFailure && error.field === 'executionDate',
  )
  const needsDebtor = format === 'sepa' && settings.data?.debtor === null
  if (isDebtorDialogOpen) return <DebtorDialog onClose={() => setIsDebtorDialogOpen(false)} />
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('payouts.paymentFileForBatchBatchId', { batchId: payout.batchId })}
      description={t('payouts.readyUploadMarkPayoutsAs')}
    >
      <div className="flex flex-col gap-4">
        <Field label={t('payouts.format')} hint={formats.find((one) => one.format === format)?.hint}>
          {(control) => (
            <Select
              {...control}
              value={format}
              onChange={({ target }) => {
                const chosen = formats.find((one) => one.format === target.value)
                if (chosen !== undefined) setFormat(chosen.format)
                setPart(1)
              }}
            >
              {formats.map((one) => (
                <option key={one.format} value={one.format}>
                  {one.label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Loaded query={preview} loadingRows={2}>
          {(found) => <Preview found={found} payout={payout} part={part} onPart={setPart} />}
        </Loaded>
        {format === 'sepa' && (
          <>
            <Field
              label={t('payouts.executionDate')}
              hint={t('payouts.up90DaysAheadLeave')}
              error={fault instanceof ApiFailure ? fault.atField : undefined}
            >
              {(control) => (
                <Input {...control} type="date" value={day} onChange={({ target }) => setDay(target.value)} />
              )}
            </Field>
            {execution != null && <Execution execution={execution} />}
          </>
        )}
        {format === 'sepa' && settings.data !== undefined && (
          <p className="flex flex-wrap items-center justify-between gap-2">
            <span className="wrap-anywhere text-ink-2">
              {settings.data.debtor === null
                ? t('payouts.noAccountPayFromYet')
                : t('payouts.paidFromNameIban', {
                    name: settings.data.debtor.name,
                    iban: settings.data.debtor.iban,
                  })}
            </span>
            <Button onClick={() => setIsDebtorDialogOpen(true)}>
              {settings.data.debtor === null ? t('payouts.addAccount') : t('payouts.changeAccount')}
            </Button>
          </p>
        )}
      </div>
      <DialogActions>
        <Button onClick={onClose}>{t('payouts.close')}</Button>
        {preview.data?.payouts !== 0 && (
          <Button
            look="primary"
            isBusy={make.isPending}
            disabled={needsDebtor || preview.data === undefined}
            onClick={() => make.mutate()}
          >
            {t('payouts.downloadFile')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
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
  found: { payouts, amountCents, parts, skipped },
  payout,
  part,
  onPart,
}: {
  found: PaymentFilePreview
  payout: Payout
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
          {formatMoney(amountCents, payout.currency)}
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
  currency: Payout['currency']
  part: number
  executionDate?: string
}

function useCreateFile(programId: string, request: FileRequest) {
  const { showSuccess, showError } = useToasts()
  return useMutation({
    mutationFn: () =>
      read(
        api.POST('/api/programs/{programId}/payout-files', {
          params: { path: { programId } },
          body: request,
        }),
      ),
    onSuccess({ data: { content, fileName, mediaType } }) {
      saveFile(new Blob([content], { type: mediaType }), fileName)
      showSuccess(t('payouts.fileNameDownloaded', { fileName }))
    },
    onError(error) {
      // Errors about the day are shown at its field.
      if (!(error instanceof ApiFailure && error.field === 'executionDate')) showError(error)
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
