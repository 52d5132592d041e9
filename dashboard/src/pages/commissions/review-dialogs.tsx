import type { ReactNode } from 'react'
import { formatMoney } from '../../format/money.ts'
import { rich, t } from '../../messages/team-text.ts'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { PromptDialog } from '../../ui/prompt-dialog.tsx'
import { type ReviewedCommission, unpaidSums } from './commission-amounts.ts'
import { commissionCount, type ReviewKind, useReview } from './use-review.ts'

/** Confirms the review of one or more commissions; `children` explains which are excluded. */
export function ReviewDialog({
  kind,
  commissions,
  onDone,
  onClose,
  children,
}: {
  kind: ReviewKind
  commissions: readonly ReviewedCommission[]
  onDone?: () => void
  onClose: () => void
  children?: ReactNode
}) {
  const ids = commissions.map(({ id }) => id)
  const canUndo = commissions.every(({ holdReason }) => holdReason === null)
  const { run, job } = useReview(kind, { commissionIds: ids, canUndo })
  const totals = <UnpaidTotals commissions={commissions} />
  const pronoun = ids.length === 1 ? 'it' : 'them'
  const count = commissionCount(ids.length)
  const review = async (text?: string) => {
    await run(text)
    onDone?.()
  }
  switch (kind) {
    case 'approve':
      return (
        <ConfirmDialog
          title={t('commissions.approveCount', { count })}
          action={t('commissions.approve')}
          look="primary"
          job={job}
          onConfirm={() => review()}
          onClose={onClose}
        >
          {rich('commissions.whatNextPayoutIncludesThem', { what: totals, them: pronoun })}
          {children}
        </ConfirmDialog>
      )
    case 'reject':
      return (
        <PromptDialog
          title={t('commissions.rejectCount', { count })}
          label={t('commissions.reason')}
          hint={t('commissions.savedInEachCommissionsHistory')}
          action={t('commissions.reject')}
          look="danger"
          isRequired
          job={job}
          onSubmit={review}
          onClose={onClose}
        >
          {rich('commissions.whatPartnersWontBePaid', { what: totals, them: pronoun })}
        </PromptDialog>
      )
    case 'markPaid':
      return (
        <PromptDialog
          title={t('commissions.markCountAsPaid', { count })}
          label={t('commissions.paymentReferenceOptional')}
          hint={t('commissions.forExampleBankTransferReference')}
          action={t('commissions.markAsPaid')}
          job={job}
          onSubmit={review}
          onClose={onClose}
        >
          {rich('commissions.whatUseThisForCommissions', { what: totals })}
        </PromptDialog>
      )
  }
}

/** Shows the unpaid totals by currency before the confirmation. */
function UnpaidTotals({ commissions }: { commissions: readonly ReviewedCommission[] }) {
  const partners = new Set(commissions.map(({ partnerId }) => partnerId)).size
  const amounts = unpaidSums(commissions).map(({ amountCents, currency }) =>
    formatMoney(amountCents, currency),
  )
  return (
    <strong className="font-medium text-ink">
      {t('commissions.amountsForPartners', { amounts: amounts.join(' + '), partners })}
    </strong>
  )
}
