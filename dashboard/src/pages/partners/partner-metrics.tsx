import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { partnerMetricsQuery } from '../../api/partner-queries.ts'
import { toDay } from '../../format/date.ts'
import { formatCount } from '../../format/number.ts'
import { t } from '../../messages/team-text.ts'
import { type PeriodSearch, toPeriodRequest } from '../../search/period.ts'
import { PeriodPicker } from '../../search/period-picker.tsx'
import { programTimeMs, useProgram, useProgramId } from '../../session/use-program.ts'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Sums } from '../../ui/sums.tsx'

/** The partner's metrics in a period. */
export function PartnerMetricsCard({
  partnerId,
  period,
  onChange,
}: {
  partnerId: number
  period: PeriodSearch
  onChange: (period: PeriodSearch) => void
}) {
  const programId = useProgramId()
  const program = useProgram()
  const query = useQuery(partnerMetricsQuery(programId, [partnerId], toPeriodRequest(period)))
  return (
    <Card aria-label={t('partners.performance')}>
      <CardHeader
        title={t('partners.performance')}
        actions={
          <PeriodPicker
            value={period}
            today={toDay(programTimeMs(program), program.timeZone)}
            onChange={({ period: named, from, to }) =>
              onChange({ ...(named && { period: named }), ...(from && { from }), ...(to && { to }) })
            }
          />
        }
      />
      <CardBody>
        <Loaded query={query} loadingRows={2}>
          {(renderNumbers) => {
            const numbers = renderNumbers.get(partnerId)
            if (numbers === undefined) return <p className="text-ink-3">{t('partners.noActivityShow')}</p>
            return (
              <dl
                aria-busy={query.isPlaceholderData}
                className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,30%)),1fr))] gap-4"
              >
                <Figure name={t('partners.clicks')}>{formatCount(numbers.clicks)}</Figure>
                <Figure name={t('partners.leads')}>{formatCount(numbers.leads)}</Figure>
                <Figure name={t('partners.conversions')}>{formatCount(numbers.conversions)}</Figure>
                <Figure name={t('partners.sales')}>{formatCount(numbers.sales)}</Figure>
                <Figure name={t('partners.revenue')}>
                  <Sums sums={numbers.revenueByCurrency} />
                </Figure>
                <Figure name={t('partners.commission')}>
                  <Sums sums={numbers.commissionByCurrency} />
                </Figure>
              </dl>
            )
          }}
        </Loaded>
        <p className="mt-4">
          <Link
            to="/programs/$programId/customers"
            params={{ programId }}
            search={{ partner: partnerId }}
            className="text-accent-text underline"
          >
            {t('partners.viewAllCustomers')}
          </Link>
        </p>
      </CardBody>
    </Card>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-[0.8125rem] text-ink-3">{name}</dt>
      <dd className="font-semibold text-base tabular-nums">{children}</dd>
    </div>
  )
}
