import type { Payout } from '../../api/types.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import { Instant } from '../../lists/instant.tsx'
import type { ListColumn } from '../../lists/list-table.ts'
import { t } from '../../messages/team-text.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { RowName } from '../../ui/table.tsx'
import { PAYOUT_BLOCKERS } from './payout-blockers.ts'
import { PAYOUT_STATUSES } from './payout-labels.ts'

export const PAYOUT_COLUMNS: readonly ListColumn<Payout>[] = [
  {
    id: 'partner',
    name: t('payouts.partner'),
    cell: (row) => (
      <RowName className="max-w-64" detail={row.partnerEmail}>
        {row.partnerName}
        <span className="sr-only">{t('payouts.payoutId', { id: row.id })}</span>
      </RowName>
    ),
  },
  {
    id: 'amount',
    name: t('payouts.amount'),
    align: 'right',
    className: 'whitespace-nowrap font-medium',
    card: 'detail',
    cell: ({ amountCents, currency }) => formatMoney(amountCents, currency),
  },
  {
    id: 'status',
    name: t('payouts.status'),
    className: 'whitespace-nowrap',
    card: 'status',
    cell: (row) => <Status row={row} />,
  },
  {
    id: 'commissions',
    name: t('payouts.commissions'),
    align: 'right',
    card: 'detail',
    cell: ({ commissions }) => formatCount(commissions),
  },
  {
    id: 'created',
    name: t('payouts.created'),
    className: 'whitespace-nowrap text-ink-2',
    card: 'detail',
    cell: ({ createdAt }) => <Instant at={createdAt} />,
  },
]

function Status({ row: { payoutBlocker, status, reference, filedAt } }: { row: Payout }) {
  return (
    <>
      <LabelBadge {...(payoutBlocker === null ? PAYOUT_STATUSES[status] : PAYOUT_BLOCKERS[payoutBlocker])} />
      {status === 'open' && filedAt !== null && (
        <span className="block text-ink-3 text-xs">{t('payouts.inPaymentFile')}</span>
      )}
      {reference !== null && <span className="block max-w-40 truncate text-ink-3 text-xs">{reference}</span>}
    </>
  )
}
