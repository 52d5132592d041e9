import { Link } from '@tanstack/react-router'
import { t } from '../../messages/team-text.ts'
import { useSharedPeriod } from '../../session/shared-period.ts'
import { useProgramId } from '../../session/use-program.ts'
import { TabRow } from '../../ui/tab-row.tsx'

const LOOK =
  '-mb-px block border-b-2 border-transparent! px-3 py-2 font-medium text-ink-3 pointer-coarse:py-2.5 hover:text-ink aria-[current=page]:border-accent-text! aria-[current=page]:text-ink'

/** Links between the codes and their report. */
export function CouponTabs({ current }: { current: 'codes' | 'report' }) {
  const params = { programId: useProgramId() }
  const period = useSharedPeriod()
  const ariaCurrent = (tab: typeof current) => (tab === current ? { 'aria-current': 'page' as const } : {})
  return (
    <TabRow label={t('coupons.couponCodes')} current={current} className="mb-4">
      <ul className="flex min-w-max gap-1 border-b">
        <li>
          <Link
            to="/programs/$programId/coupon-codes"
            params={params}
            className={LOOK}
            {...ariaCurrent('codes')}
          >
            {t('coupons.codes')}
          </Link>
        </li>
        <li>
          <Link
            to="/programs/$programId/coupon-report"
            params={params}
            search={period}
            className={LOOK}
            {...ariaCurrent('report')}
          >
            {t('coupons.report')}
          </Link>
        </li>
      </ul>
    </TabRow>
  )
}
