import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Refund, RefundableSale } from '../../api/types.ts'
import { formatExactInstant } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { rich, t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { textLink } from '../sign-in/entry-frame.tsx'
import { isGeneratedId, RefundDialog } from './refund-dialog.tsx'
import { UndoRefund } from './undo-refund.tsx'

/** A sale's refunds, with a button to record another. */
export function Refunds({ sale, refunds }: { sale: RefundableSale; refunds: Refund[] }) {
  const can = usePermissionCheck()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const leftCents = sale.amountCents - sale.refundedCents
  return (
    <div className="flex flex-col items-start gap-3">
      {refunds.length === 0 ? (
        <p className="text-ink-3">{t('events.noRefunds')}</p>
      ) : (
        <>
          <p className="text-ink-2">
            {t('events.refundedAmountRefunded', {
              refunded: formatMoney(sale.refundedCents, sale.currency),
              amount: formatMoney(sale.amountCents, sale.currency),
            })}
          </p>
          <ul className="flex w-full flex-col divide-y rounded-lg border">
            {refunds.map((refund) => (
              <RefundRow key={refund.id} refund={refund} sale={sale} />
            ))}
          </ul>
        </>
      )}
      {leftCents > 0 && can('commission:manage') && (
        <Button size="small" onClick={() => setIsDialogOpen(true)}>
          {t('events.recordRefund2')}
        </Button>
      )}
      {isDialogOpen && (
        <RefundDialog
          sale={sale}
          refunds={refunds}
          leftCents={leftCents}
          onClose={() => setIsDialogOpen(false)}
        />
      )}
    </div>
  )
}

const KINDS = {
  refund: t('events.kinds.refund'),
  failed_refund: t('events.kinds.failedRefund'),
  dispute: t('events.kinds.dispute'),
} as const

const SOURCES = {
  merchant: t('events.sources.merchant'),
  dashboard: t('events.sources.dashboard'),
  processor: t('events.sources.processor'),
} as const

function RefundRow({ refund, sale }: { refund: Refund; sale: RefundableSale }) {
  const { timeZone } = useProgram()
  const programId = useProgramId()
  return (
    <li className="px-3.5 py-2.5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium">
          {KINDS[refund.kind]}{' '}
          {refund.withdrawnAt !== null &&
            (refund.kind === 'dispute' ? (
              <Badge tone="good">{t('events.wonNoLongerCounted')}</Badge>
            ) : (
              <Badge>{t('events.undoneNoLongerCounted')}</Badge>
            ))}
        </span>
        <span className="font-medium tabular-nums">{formatMoney(refund.amountCents, sale.currency)}</span>
      </p>
      {refund.kind === 'refund' && refund.countedCents < refund.amountCents && (
        <p className="text-ink-2">
          {t('events.countedPartOfRefund', { counted: formatMoney(refund.countedCents, sale.currency) })}
        </p>
      )}
      {refund.reason !== null && <p className="wrap-anywhere text-ink-2">{refund.reason}</p>}
      <p className="wrap-anywhere text-ink-3 text-xs">
        {refund.recordedBy ?? SOURCES[refund.source]}, {formatExactInstant(refund.receivedAt, timeZone)}
        {!isGeneratedId(refund) && ` · ${refund.refundId}`}
      </p>
      {refund.isPossibleDuplicate && (
        <p className="mt-1 text-ink-2">
          {rich('events.refundMayBeReportedTwice', {
            link: (children) => (
              <Link to="/programs/$programId/payments" params={{ programId }} className={textLink}>
                {children}
              </Link>
            ),
          })}
        </p>
      )}
      <UndoRefund refund={refund} sale={sale} />
    </li>
  )
}
