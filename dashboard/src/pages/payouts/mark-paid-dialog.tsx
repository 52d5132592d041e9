import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError, api, read } from '../../api/client.ts'
import { refreshMoney } from '../../api/money-queries.ts'
import type { Payout, PayoutBlocker } from '../../api/types.ts'
import { formatList } from '../../format/list.ts'
import { formatMoney } from '../../format/money.ts'
import { rich, t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { useBatchJob } from '../../ui/job.tsx'
import { PromptDialog } from '../../ui/prompt-dialog.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { PAYOUT_BLOCKERS } from './payout-blockers.ts'
import { PAYOUT_STATUSES } from './payout-labels.ts'
import { sumPayouts } from './payout-sums.ts'
import { RefundWarning } from './refund-warning.tsx'

/** Maximum payouts per request, as in the service. */
const PER_STEP = 500

/** Marks payouts as paid under one reference, after showing their number and totals. */
export function MarkPaidDialog({
  payouts,
  onDone,
  onClose,
}: {
  payouts: readonly Payout[]
  onDone: () => void
  onClose: () => void
}) {
  const { run, job } = useMarkPaid(payouts)
  const partners = new Set(payouts.map(({ partnerId }) => partnerId)).size
  const amounts = sumPayouts(payouts).map((sum) => formatMoney(sum.amountCents, sum.currency))
  return (
    <PromptDialog
      title={t('payouts.markCountAsPaid', { count: payouts.length })}
      label={t('payouts.paymentReference')}
      hint={t('payouts.optionalSavedOnEachPayout')}
      action={t('payouts.markAsPaid')}
      job={job}
      onSubmit={async (reference) => {
        await run(reference)
        onDone()
      }}
      onClose={onClose}
    >
      {rich('payouts.amountsPartnersThisRecordsThat', {
        amounts: amounts.join(' + '),
        partners,
        b: (children) => <strong className="font-medium text-ink">{children}</strong>,
      })}
      <RefundWarning payouts={payouts} isOnly={payouts.length === 1} />
    </PromptDialog>
  )
}

function useMarkPaid(payouts: readonly Payout[]) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
  const ids = payouts.map(({ id }) => id)
  const { start, job } = useBatchJob({ items: ids, perStep: PER_STEP, verb: t('payouts.markedAsPaid') })
  const counts = useRef({ paid: 0, alreadyPaid: 0 })
  const run = async (reference: string | undefined) => {
    const params = { path: { programId } }
    try {
      await start(async (payoutIds) => {
        const body = { payoutIds, ...(reference === undefined ? {} : { reference }) }
        const call = read(api.POST('/api/programs/{programId}/payouts/mark-paid', { params, body }))
        const { data } = await call.catch((error) => {
          throw withReasons(error, payouts)
        })
        counts.current.paid += data.paid
        counts.current.alreadyPaid += data.alreadyPaid.length
      })
      const { paid, alreadyPaid } = counts.current
      const before = alreadyPaid === 0 ? '' : ` ${t('payouts.alreadyPaidAlreadyPaid', { alreadyPaid })}`
      showSuccess(t('payouts.paidMarkedAsPaidBefore', { paid, before }))
    } finally {
      void refreshMoney(queryClient, programId)
    }
  }
  return { run, job }
}

const MAX_NAMED = 5

/** Adds partner names to an error's per-payout reasons. */
function withReasons(error: unknown, payouts: readonly Payout[]): unknown {
  if (!(error instanceof ApiError) || !Array.isArray(error.details.payouts)) return error
  const rejected: { payoutId: number; reason: PayoutBlocker | 'canceled' }[] = error.details.payouts
  const rejectedLines = rejected.slice(0, MAX_NAMED).map(({ payoutId, reason }) => {
    const partner = payouts.find(({ id }) => id === payoutId)?.partnerName ?? t('payouts.aPartner')
    const reasonLabel = reason === 'canceled' ? PAYOUT_STATUSES.canceled : PAYOUT_BLOCKERS[reason]
    return t('payouts.payoutPayoutIdPartnerWhy', { payoutId, partner, why: reasonLabel.label.toLowerCase() })
  })
  const others =
    rejected.length > MAX_NAMED ? [t('payouts.countMore', { count: rejected.length - MAX_NAMED })] : []
  const list = formatList([...rejectedLines, ...others])
  const message = t('payouts.nothingWasMarkedAsPaid', { list })
  return new ApiError(error.status, error.code, message, error.details)
}
