import type { Commission } from '../../api/types.ts'
import { formatDay, toDay } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { Instant } from '../../lists/instant.tsx'
import type { ListColumn } from '../../lists/list-table.ts'
import { t } from '../../messages/team-text.ts'
import { programTimeMs, useProgram } from '../../session/use-program.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { RowName } from '../../ui/table.tsx'
import { EarningEventLink } from '../events/earning-event-link.tsx'
import { allowedReviews, type ReviewedCommission, remainingCents, unpaidCents } from './commission-amounts.ts'
import { COMMISSION_STATUSES } from './commission-labels.ts'

export const COMMISSION_COLUMNS: readonly ListColumn<Commission>[] = [
  {
    id: 'partner',
    name: t('commissions.partnerAndCustomer'),
    cell: (row) => (
      <RowName
        className="max-w-56"
        detail={row.customerKey ?? t('commissions.customerCustomerId', { customerId: row.customerId })}
      >
        {row.partnerName}
        <span className="sr-only">{t('commissions.commissionId', { id: row.id })}</span>
      </RowName>
    ),
  },
  {
    id: 'amount',
    name: t('commissions.amount'),
    align: 'right',
    className: 'whitespace-nowrap font-medium',
    card: 'detail',
    cell: (row) => <Amount row={row} />,
  },
  {
    id: 'status',
    name: t('commissions.status'),
    className: 'whitespace-nowrap',
    card: 'status',
    cell: (row) => <Status row={row} />,
  },
  {
    id: 'owed',
    name: t('commissions.owed'),
    align: 'right',
    className: 'whitespace-nowrap',
    isOptional: true,
    card: 'detail',
    cell: (row) => formatMoney(unpaidCents(row), row.currency),
  },
  {
    id: 'earnedFrom',
    name: t('commissions.earnedFrom'),
    className: 'whitespace-nowrap',
    cell: (row) => (
      <EarningEventLink
        of={row}
        className="flex flex-col items-start hover:underline"
        onClick={(event) => event.stopPropagation()}
      />
    ),
  },
  {
    id: 'created',
    name: t('commissions.created'),
    className: 'whitespace-nowrap text-ink-2',
    card: 'detail',
    cell: (row) => <Instant at={row.createdAt} />,
  },
  {
    id: 'approved',
    name: t('commissions.approved'),
    className: 'whitespace-nowrap text-ink-2',
    isOptional: true,
    card: 'detail',
    cell: (row) => <Instant at={row.approvedAt} />,
  },
]

function Amount({ row }: { row: Commission }) {
  return (
    <>
      {formatMoney(remainingCents(row), row.currency)}
      {row.reversedCents > 0 && (
        <span className="block font-normal text-ink-3 text-xs">
          {t('commissions.ofAmount', { amount: formatMoney(row.amountCents, row.currency) })}
        </span>
      )}
      {row.saleRefundedCents !== null && row.saleRefundedCents > 0 && (
        <span className="block font-normal text-ink-3 text-xs">
          {t('commissions.saleRefunded', {
            isWhole: String(row.saleRefundedCents === row.saleAmountCents),
            refunded: formatMoney(row.saleRefundedCents, row.currency),
          })}
        </span>
      )}
    </>
  )
}

function Status({ row }: { row: Commission }) {
  const program = useProgram()
  return (
    <>
      <LabelBadge {...COMMISSION_STATUSES[row.status]} />
      {row.status === 'pending' && (
        <span className="block text-ink-3 text-xs">
          {describeWait(row, programTimeMs(program), program.timeZone)}
        </span>
      )}
    </>
  )
}

function describeWait({ holdReason, holdUntil }: Commission, now: number, timeZone: string): string {
  if (holdReason !== null) return t('commissions.onHold')
  if (Date.parse(holdUntil) <= now) return t('commissions.holdEnded')
  return t('commissions.untilDay', { day: formatDay(toDay(holdUntil, timeZone)) })
}

/** Returns whether a row can be reviewed: pending or approved, and no possible duplicate. */
export function canBeReviewed(row: ReviewedCommission): boolean {
  return allowedReviews(row).reject
}
