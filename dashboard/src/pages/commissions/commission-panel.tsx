import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { commissionQuery } from '../../api/record-queries.ts'
import type { Commission, HoldReason } from '../../api/types.ts'
import { formatExactInstant } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyIconButton } from '../../ui/copy.tsx'
import { DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { SidePanel } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { EarningEventLink } from '../events/earning-event-link.tsx'
import { textLink } from '../sign-in/entry-frame.tsx'
import { allowedReviews, remainingCents, unpaidCents } from './commission-amounts.ts'
import { COMMISSION_STATUSES, HOLD_REASONS } from './commission-labels.ts'
import { CommissionLog } from './commission-log.tsx'
import { PossibleDuplicate } from './possible-duplicate.tsx'
import { ReviewDialog } from './review-dialogs.tsx'
import type { ReviewKind } from './use-review.ts'

/**
 * A commission: amounts, actions and history. Fetched separately, because the list's filters or pages may not include
 * it.
 */
export function CommissionPanel({
  commissionId,
  shown,
  onClose,
}: {
  commissionId: number
  /** The row that was pressed, shown until the details are loaded. */
  shown: Commission | undefined
  onClose: () => void
}) {
  const query = useQuery({ ...commissionQuery(useProgramId(), commissionId), placeholderData: () => shown })
  return (
    <SidePanel isOpen onClose={onClose} title={t('commissions.commissionCommissionId', { commissionId })}>
      <Loaded query={query} loadingRows={5}>
        {(commission) => <PanelBody commission={commission} />}
      </Loaded>
    </SidePanel>
  )
}

function PanelBody({ commission }: { commission: Commission }) {
  const can = usePermissionCheck()
  return (
    <div className="flex flex-col gap-6">
      <div>
        <p className="flex flex-wrap items-center gap-2.5">
          <span className="font-semibold text-2xl tabular-nums tracking-tight">
            {formatMoney(remainingCents(commission), commission.currency)}
          </span>
          <LabelBadge {...COMMISSION_STATUSES[commission.status]} />
        </p>
        <p className="mt-1 text-ink-2">
          {t('commissions.forPartnerName', { partnerName: commission.partnerName })}
        </p>
      </div>
      {commission.holdReason !== null && <HoldNote commission={commission} reason={commission.holdReason} />}
      <ReviewActions commission={commission} />
      <CommissionSummary commission={commission} />
      {can('billing:read') && (
        <section>
          <h3 className="mb-2.5 font-medium text-ink-3 text-xs">{t('commissions.history')}</h3>
          <CommissionLog commissionId={commission.id} currency={commission.currency} />
        </section>
      )}
    </div>
  )
}

function HoldNote({ commission, reason }: { commission: Commission; reason: HoldReason }) {
  const programId = useProgramId()
  const can = usePermissionCheck()
  const { label, why } = HOLD_REASONS[reason]
  return (
    <div className="rounded-lg bg-warn-soft px-4 py-3 text-warn">
      <p className="font-medium">{label}</p>
      <p>{why}</p>
      {reason === 'possible_duplicate' && can('billing:read') && (
        <PossibleDuplicate commission={commission} />
      )}
      <Link to="/programs/$programId/payments" params={{ programId }} className="underline">
        {t('commissions.viewPayments')}
      </Link>
    </div>
  )
}

function ReviewActions({ commission }: { commission: Commission }) {
  const can = usePermissionCheck()
  const [action, setAction] = useState<ReviewKind>()
  const { approve, reject, markPaid } = allowedReviews(commission)
  if (!can('commission:manage')) return null
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {approve && (
        <Button look="primary" onClick={() => setAction('approve')}>
          {t('commissions.approve')}
        </Button>
      )}
      {markPaid && <Button onClick={() => setAction('markPaid')}>{t('commissions.markAsPaid')}</Button>}
      {reject && <Button onClick={() => setAction('reject')}>{t('commissions.reject')}</Button>}
      {action !== undefined && (
        <ReviewDialog kind={action} commissions={[commission]} onClose={() => setAction(undefined)} />
      )}
    </div>
  )
}

function CommissionSummary({ commission }: { commission: Commission }) {
  const programId = useProgramId()
  const { timeZone } = useProgram()
  const { amountCents, reversedCents, paidCents, currency, status, transactionId } = commission
  const { saleAmountCents, saleRefundedCents } = commission
  const owed = unpaidCents(commission)
  const at = (instant: string | null) => instant !== null && formatExactInstant(instant, timeZone)
  return (
    <DetailList>
      <DetailItem name={t('commissions.earnedFrom')}>
        <EarningEventLink of={commission} className={textLink} />
      </DetailItem>
      <DetailItem name={t('commissions.orderID')}>
        {transactionId !== null && (
          <span className="flex items-start gap-1">
            <code className="font-mono text-[0.8125rem]">{transactionId}</code>
            <CopyIconButton text={transactionId} what={t('commissions.orderIDCopied')} className="-my-1.5" />
          </span>
        )}
      </DetailItem>
      <DetailItem name={t('commissions.partner')}>
        <Link
          to="/programs/$programId/partners/$partnerId"
          params={{ programId, partnerId: String(commission.partnerId) }}
          className={textLink}
        >
          {commission.partnerName}
        </Link>
      </DetailItem>
      <DetailItem name={t('commissions.customer')}>
        {commission.customerKey ?? t('commissions.customerCustomerId', { customerId: commission.customerId })}
      </DetailItem>
      <DetailItem name={t('commissions.refundedOfSale')}>
        {saleAmountCents !== null &&
          saleRefundedCents !== null &&
          saleRefundedCents > 0 &&
          t('commissions.partOfWhole', {
            part: formatMoney(saleRefundedCents, currency),
            whole: formatMoney(saleAmountCents, currency),
          })}
      </DetailItem>
      <DetailItem name={t('commissions.originalAmount')}>{formatMoney(amountCents, currency)}</DetailItem>
      <DetailItem name={t('commissions.reversed')}>
        {reversedCents > 0 && formatMoney(reversedCents, currency)}
      </DetailItem>
      <DetailItem name={t('commissions.paid')}>
        {paidCents > 0 && formatMoney(paidCents, currency)}
      </DetailItem>
      <DetailItem name={owed < 0 ? t('commissions.owedByPartner') : t('commissions.owed')}>
        {(status === 'approved' || status === 'paid' || owed < 0) && formatMoney(Math.abs(owed), currency)}
      </DetailItem>
      <DetailItem name={t('commissions.created')}>{at(commission.createdAt)}</DetailItem>
      <DetailItem name={t('commissions.heldUntil')}>
        {status === 'pending' && at(commission.holdUntil)}
      </DetailItem>
      <DetailItem name={t('commissions.approved')}>{at(commission.approvedAt)}</DetailItem>
      <DetailItem name={t('commissions.rejected')}>{at(commission.rejectedAt)}</DetailItem>
    </DetailList>
  )
}
