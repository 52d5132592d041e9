import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, api, read } from '../../api/client.ts'
import { refreshMoney } from '../../api/money-queries.ts'
import type { Refund, RefundableSale } from '../../api/types.ts'
import { formatMoney } from '../../format/money.ts'
import { formatMoneyInput, moneyError, parseMoney } from '../../format/parse-decimal.ts'
import { t } from '../../messages/team-text.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { DecimalInput, Field, Input } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { KeepOpen } from '../../ui/keep-open.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { FieldErrors, readText, useParsedForm } from '../../ui/use-form.ts'

interface Entry {
  amountCents: number
  reason: string
  /** The merchant's ID for the refund, if entered. */
  refundId: string | undefined
}

/** Records a refund: asks for the amount and reason, then confirms the effects. */
export function RefundDialog({
  sale,
  refunds,
  leftCents,
  onClose,
}: {
  sale: RefundableSale
  refunds: Refund[]
  leftCents: number
  onClose: () => void
}) {
  const refund = useRefund(sale, onClose)
  const { platformFeeBps } = useProgram()
  const [entry, setEntry] = useState<Entry>()
  const [isConfirming, setIsConfirming] = useState(false)
  if (entry === undefined || !isConfirming) {
    return (
      <Dialog
        isOpen
        onClose={onClose}
        title={t('events.refundOrder', { order: sale.transactionId })}
        description={t('events.recordRefundYouveAlreadyIssued', { saleId: sale.id })}
        closesBy="cross"
      >
        <RefundForm
          sale={sale}
          leftCents={leftCents}
          entry={entry}
          onClose={onClose}
          onEntry={(entered) => {
            setEntry(entered)
            setIsConfirming(true)
          }}
        />
      </Dialog>
    )
  }
  const amount = formatMoney(entry.amountCents, sale.currency)
  const isConflict = refund.error instanceof ApiError && refund.error.code === 'conflict'
  const isSeparate = isConflict || refunds.some((other) => isPossiblySame(other, entry))
  const share = entry.amountCents === leftCents ? t('events.inFull') : t('events.proportionally')
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('events.recordRefundAmount', { amount })}
      description={t('events.theCommissionAndPlatformFee', { share, hasFee: String(platformFeeBps > 0) })}
      closesBy="cross"
    >
      <KeepOpen isBusy={refund.isPending} />
      {isSeparate && (
        <p role="alert" className="rounded-lg bg-warn-soft px-3 py-2 text-warn">
          {t('events.saleAlreadyHasRefund', { amount })}
        </p>
      )}
      <FormError error={isConflict ? undefined : refund.error} />
      <DialogActions>
        <Button onClick={() => setIsConfirming(false)} disabled={refund.isPending}>
          {t('events.back')}
        </Button>
        <Button
          look="danger"
          isBusy={refund.isPending}
          onClick={() => refund.mutate({ ...entry, isSeparate })}
        >
          {isSeparate ? t('events.recordAnotherRefund') : t('events.recordRefund')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Returns whether another report may be the same refund. The payment processor's reports count once anyway. */
function isPossiblySame(other: Refund, { amountCents, refundId }: Entry): boolean {
  const isCounted = other.kind === 'refund' && other.withdrawnAt === null && other.source !== 'processor'
  return isCounted && other.amountCents === amountCents && other.refundId !== refundId
}

function useRefund(sale: RefundableSale, onClose: () => void) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
  // One ID per dialog makes retries idempotent: if the first response was lost, the second request finds the
  // refund.
  const [generatedId] = useState(newRefundId)
  return useMutation({
    mutationFn: ({
      amountCents,
      reason,
      refundId = generatedId,
      isSeparate,
    }: Entry & { isSeparate: boolean }) =>
      read(
        api.POST('/api/programs/{programId}/sales/{saleId}/refunds', {
          params: { path: { programId, saleId: String(sale.id) } },
          body: { refundId, amountCents, reason, isSeparate },
        }),
      ),
    async onSuccess({ data }, { amountCents }) {
      // A retry returns the refund as first recorded, even if the input has changed in the meantime.
      showSuccess(
        data.status === 'skipped'
          ? t('events.thisRefundWasAlreadyRecorded', {
              refundedAmount: formatMoney(data.refundedAmountCents, sale.currency),
            })
          : t('events.refundAmountCentsRecorded', { amountCents: formatMoney(amountCents, sale.currency) }),
      )
      onClose()
      await refreshMoney(queryClient, programId)
    },
  })
}

function RefundForm({
  sale: { currency },
  leftCents,
  entry,
  onEntry,
  onClose,
}: {
  sale: RefundableSale
  leftCents: number
  entry: Entry | undefined
  onEntry: (entry: Entry) => void
  onClose: () => void
}) {
  const readEntry = (typed: FormData) => {
    const amountCents = parseMoney(readText(typed, 'amount'), currency)
    const reason = readText(typed, 'reason')
    const error = amountError(amountCents)
    const refundId = readText(typed, 'refundId') || undefined
    if (amountCents !== undefined && error === undefined && reason !== '')
      return { amountCents, reason, refundId }
    return new FieldErrors({
      amount: error,
      reason: reason === '' ? t('events.enterReason') : undefined,
    })
  }
  const amountError = (amountCents: number | undefined) => {
    if (amountCents === undefined) return moneyError(currency)
    if (amountCents > 0 && amountCents <= leftCents) return undefined
    return t('events.enterAmountUpLeftCents', { leftCents: formatMoney(leftCents, currency) })
  }
  const form = useParsedForm<Entry, 'amount' | 'reason'>(readEntry, onEntry)
  return (
    <form onSubmit={form.onSubmit} noValidate className="flex flex-col gap-4">
      <Field
        label={t('events.amountCurrency', { currency })}
        hint={t('events.upLeftCentsCanBeRefunded', { leftCents: formatMoney(leftCents, currency) })}
        error={form.getError('amount')}
      >
        {(control) => (
          <DecimalInput
            {...control}
            name="amount"
            required
            defaultValue={formatMoneyInput(entry?.amountCents ?? leftCents, currency)}
          />
        )}
      </Field>
      <Field
        label={t('events.reason')}
        hint={t('events.yourTeamSeesThisWith')}
        error={form.getError('reason')}
      >
        {(control) => (
          <Input
            {...control}
            name="reason"
            required
            maxLength={255}
            autoComplete="off"
            defaultValue={entry?.reason ?? ''}
          />
        )}
      </Field>
      <Field label={t('events.refundIdOptional')} hint={t('events.refundIdYourServerSends')}>
        {(control) => (
          <Input
            {...control}
            name="refundId"
            maxLength={255}
            autoComplete="off"
            spellCheck={false}
            defaultValue={entry?.refundId ?? ''}
          />
        )}
      </Field>
      <DialogActions>
        <Button onClick={onClose}>{t('events.cancel')}</Button>
        <Button type="submit" look="primary">
          {t('events.continue')}
        </Button>
      </DialogActions>
    </form>
  )
}

const GENERATED_PREFIX = 'dashboard-'

/** Returns whether the dashboard generated the refund's ID, which means nothing to the merchant. */
export function isGeneratedId({ source, refundId }: Refund): boolean {
  return source === 'dashboard' && refundId.startsWith(GENERATED_PREFIX)
}

/** `crypto.randomUUID` isn't available over plain HTTP. */
function newRefundId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  return `${GENERATED_PREFIX}${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
