import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { topPartnersQuery } from '../../api/queries.ts'
import type { Currency } from '../../api/types.ts'
import { formatMoney } from '../../format/money.ts'
import { t } from '../../messages/team-text.ts'
import type { CompareSearch } from '../../search/compare.ts'
import { type PeriodSearch, toPeriodRequest } from '../../search/period.ts'
import { useProgramId } from '../../session/use-program.ts'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Loaded } from '../../ui/loaded.tsx'

const MAX_PARTNERS = 10

/** The partners with the most revenue in the period, with links to all partners and other breakdowns. */
export function TopPartners({
  period,
  compare,
  currency,
}: {
  period: PeriodSearch
  compare: CompareSearch
  currency: Currency
}) {
  const programId = useProgramId()
  const list = useQuery(
    topPartnersQuery(programId, toPeriodRequest(period), { currency, limit: MAX_PARTNERS }),
  )
  return (
    <Card className="min-w-0">
      <CardHeader
        title={t('overview.topPartners')}
        description={t('overview.byRevenueInCurrency', { currency })}
        actions={
          <Link
            to="/programs/$programId/breakdown"
            params={{ programId }}
            search={{ ...period, ...compare }}
            className="font-medium text-accent-text hover:underline"
          >
            {t('overview.viewFullBreakdown')}
          </Link>
        }
      />
      <Loaded query={list} loadingRows={4}>
        {(all) => {
          const rows = all.filter((row) => row.clicks > 0 || row.sales > 0)
          if (rows.length === 0)
            return (
              <p className="px-4 pt-2 pb-4 text-ink-3 sm:px-5">{t('overview.noPartnerActivityInThis')}</p>
            )
          return (
            <ol className="px-4 pt-2 pb-3 sm:px-5">
              {rows.map((row) => (
                <li
                  key={row.key ?? ''}
                  className="flex flex-wrap items-baseline gap-x-3 border-b py-2 last:border-b-0"
                >
                  <Link
                    to="/programs/$programId/partners/$partnerId"
                    params={{ programId, partnerId: row.key ?? '' }}
                    search={period}
                    className="wrap-anywhere min-w-0 flex-[1_1_6rem] font-medium hover:underline"
                  >
                    {row.name}
                  </Link>
                  <span className="ml-auto text-right tabular-nums">
                    {formatMoney(row.revenueByCurrency[currency] ?? 0, currency)}
                    <span className="block text-ink-3 text-xs">
                      {t('overview.clicks2', { clicks: row.clicks })},{' '}
                      {t('overview.sales2', { sales: row.sales })}
                    </span>
                  </span>
                </li>
              ))}
            </ol>
          )
        }}
      </Loaded>
    </Card>
  )
}
