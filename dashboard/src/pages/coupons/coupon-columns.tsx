import { Link } from '@tanstack/react-router'
import type { CouponCode } from '../../api/types.ts'
import { formatCount } from '../../format/number.ts'
import { Instant } from '../../lists/instant.tsx'
import type { ListColumn } from '../../lists/list-table.ts'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { CopyIconButton } from '../../ui/copy.tsx'
import { Sums } from '../../ui/sums.tsx'
import { COUPON_STATUSES } from './coupon-labels.ts'

const TIME = 'whitespace-nowrap text-ink-2'

export const COUPON_COLUMNS: readonly ListColumn<CouponCode>[] = [
  { id: 'code', name: t('coupons.code'), cell: (row) => <Code row={row} /> },
  {
    id: 'status',
    name: t('coupons.status'),
    card: 'status',
    cell: ({ status }) => <LabelBadge {...COUPON_STATUSES[status]} />,
  },
  { id: 'partner', name: t('coupons.partner'), card: 'detail', cell: (row) => <PartnerLink row={row} /> },
  {
    id: 'uses',
    name: t('coupons.uses'),
    align: 'right',
    card: 'detail',
    cell: ({ uses, maxUses }) =>
      maxUses === null ? formatCount(uses) : t('coupons.usesOfMax', { uses, maxUses }),
  },
  {
    id: 'sales',
    name: t('coupons.sales'),
    align: 'right',
    card: 'detail',
    cell: ({ sales }) => formatCount(sales),
  },
  {
    id: 'revenue',
    name: t('coupons.revenue'),
    align: 'right',
    card: 'detail',
    cell: ({ revenueByCurrency }) => <Sums sums={revenueByCurrency} />,
  },
  {
    id: 'commission',
    name: t('coupons.commission'),
    align: 'right',
    card: 'detail',
    cell: ({ commissionByCurrency }) => <Sums sums={commissionByCurrency} />,
  },
  {
    id: 'starts',
    name: t('coupons.starts'),
    isOptional: true,
    className: TIME,
    cell: ({ startsAt }) => <Instant at={startsAt} />,
  },
  {
    id: 'ends',
    name: t('coupons.ends'),
    className: TIME,
    cell: ({ endsAt }) => <Instant at={endsAt} />,
  },
  {
    id: 'created',
    name: t('coupons.created'),
    isOptional: true,
    className: TIME,
    cell: ({ createdAt }) => <Instant at={createdAt} />,
  },
]

function Code({ row: { code, customerDiscount } }: { row: CouponCode }) {
  return (
    <span className="flex max-w-64 items-center gap-1 max-sm:flex-wrap">
      <span className="min-w-0">
        <span className="block truncate font-medium font-mono text-[0.8125rem] max-sm:whitespace-normal max-sm:wrap-anywhere">
          {code}
        </span>
        {customerDiscount !== null && (
          <span className="block truncate text-[0.8125rem] text-ink-3 max-sm:whitespace-normal max-sm:wrap-anywhere">
            {customerDiscount}
          </span>
        )}
      </span>
      <CopyIconButton text={code} what={t('coupons.codeCode', { code })} className="-my-1.5" />
    </span>
  )
}

function PartnerLink({ row: { partnerId, partnerName } }: { row: CouponCode }) {
  return (
    <Link
      to="/programs/$programId/partners/$partnerId"
      params={{ programId: useProgramId(), partnerId: String(partnerId) }}
      className="block max-w-48 truncate hover:underline"
    >
      {partnerName}
    </Link>
  )
}
