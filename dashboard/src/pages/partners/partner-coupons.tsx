import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { couponsQuery } from '../../api/coupon-queries.ts'
import { flattenPages } from '../../api/paged-query.ts'
import type { Partner } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { Sums } from '../../ui/sums.tsx'
import { CouponMenu } from '../coupons/coupon-actions.tsx'
import { AddCouponDialog } from '../coupons/coupon-dialog.tsx'

/** The partner's active coupon codes and their results. */
export function PartnerCoupons({ partner }: { partner: Partner }) {
  const canManage = usePermissionCheck()('partner:manage') && partner.status !== 'closed'
  const list = useInfiniteQuery(couponsQuery(useProgramId(), { partnerId: partner.id, status: 'active' }))
  const [isAdding, setIsAdding] = useState(false)
  const coupons = flattenPages(list.data)
  return (
    <section aria-label={t('coupons.couponCodes')}>
      <h2 className="mb-2 font-semibold text-[0.9375rem] tracking-tight">{t('coupons.couponCodes')}</h2>
      {list.error !== null && list.data === undefined && (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data !== undefined && coupons.length === 0 && (
        <p className="text-ink-3">{t('coupons.noCodesYet')}</p>
      )}
      <ul className="flex flex-col gap-2">
        {coupons.map((coupon) => (
          <li key={coupon.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border p-3">
            <p className="min-w-0 flex-[1_1_12rem]">
              <code className="wrap-anywhere font-mono text-[0.8125rem]">{coupon.code}</code>
              <span className="block text-[0.8125rem] text-ink-3">
                {t('coupons.usesAndSales', { uses: coupon.uses, sales: coupon.sales })}
              </span>
            </p>
            <span className="text-right text-[0.8125rem] tabular-nums">
              <Sums sums={coupon.commissionByCurrency} />
            </span>
            <span className="flex flex-wrap items-center gap-2">
              <CopyButton text={coupon.code} what={t('coupons.codeCode', { code: coupon.code })} />
              <CouponMenu coupon={coupon} />
            </span>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          size="small"
          className="mt-2"
          isBusy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t('coupons.showMore')}
        </Button>
      )}
      {canManage && (
        <Button className="mt-3" onClick={() => setIsAdding(true)}>
          {t('coupons.addCode')}
        </Button>
      )}
      {isAdding && <AddCouponDialog partnerId={partner.id} onClose={() => setIsAdding(false)} />}
    </section>
  )
}
