import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { lazy, type ReactNode, Suspense } from 'react'
import { formatDayRange, formatInstantDay, formatTime, toDay } from '../../format/date.ts'
import { formatMoney, nonzeroCurrencies } from '../../format/money.ts'
import { formatCount, formatPercent } from '../../format/number.ts'
import { t } from '../../messages/portal-text.ts'
import { moneyTrend } from '../../pages/overview/money-trend.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { SUM_GRID, WIDE_SUM_GRID } from '../../ui/sum-grid.ts'
import { QueryView, TimeZoneNote } from '../display.tsx'
import { MoneyStates } from '../money.tsx'
import { PeriodChoice } from '../period-choice.tsx'
import { overviewQuery, type PortalOverview, type PortalProgram, readPeriod } from '../queries.ts'
import { useAppLocation } from '../router.ts'
import { ShareLink } from './share-link.tsx'

// Loaded separately, so that the numbers appear earlier.
const DayChart = lazy(() => import('./day-chart.tsx'))

/** The partner's link, the state of their money, and their metrics in a period. */
export default function OverviewPage({ program }: { program: PortalProgram }) {
  const overview = useQuery(overviewQuery(program.id, readPeriod(useAppLocation().search)))
  const { data, isPlaceholderData: isOld } = overview
  const now = Date.now() + program.clockAheadMs
  return (
    <>
      <PageHeader title={t('overview.overview')} />
      <div className="mb-8 flex flex-col gap-4">
        <ShareLink program={program} />
        <MoneyStates
          program={program}
          empty={<p className="text-ink-3">{t('earnings.noEarningsYetTheyAppear')}</p>}
        />
      </div>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-[1_1_20rem]">
          <h2 className="font-semibold text-[0.9375rem]">{t('overview.results')}</h2>
          <p className="mt-1 text-ink-3">
            {data !== undefined && !isOld && periodText(data, now)} <TimeZoneNote program={program} />
          </p>
        </div>
        <PeriodChoice program={program} />
      </div>
      <QueryView query={overview}>
        {(shown) => (
          <div
            aria-busy={isOld}
            className={clsx('flex flex-col gap-4 transition-opacity', isOld && 'opacity-60')}
          >
            <Numbers data={shown} hasTrends={!isToday(shown, now)} />
            {/* The numbers above already show a single day. */}
            {shown.days.length > 1 && (
              <Suspense fallback={<SkeletonRows />}>
                <DayChart program={program} data={shown} />
              </Suspense>
            )}
          </div>
        )}
      </QueryView>
    </>
  )
}

/** Today isn't over, so it can't be compared with whole days. */
function isToday({ dateFrom, timeZone }: PortalOverview, now: number): boolean {
  return toDay(dateFrom, timeZone) === toDay(now, timeZone)
}

/** Describes the period, and the one that its trends are compared with. */
function periodText(overview: PortalOverview, now: number): string {
  if (isToday(overview, now)) return t('overview.todaySoFar')
  const { dateFrom, dateTo, previousPeriod, timeZone } = overview
  const range = (from: string, to: string) => formatDayRange(toDay(from, timeZone), toDay(to, timeZone))
  const { dateFrom: before } = previousPeriod
  // The previous period has the same length in milliseconds, so it starts partway through a day if daylight saving
  // time changed.
  const isWithinDay = toDay(Date.parse(before) - 1, timeZone) === toDay(before, timeZone)
  const from = isWithinDay
    ? ` ${t('overview.fromAfterClockChange', { day: formatInstantDay(before, timeZone), before: formatTime(before, timeZone) })}`
    : ''
  return t('overview.rangeComparedRange2From', {
    range: range(dateFrom, dateTo),
    range2: range(before, previousPeriod.dateTo),
    from,
  })
}

function Numbers({ data, hasTrends }: { data: PortalOverview; hasTrends: boolean }) {
  const counts = [
    [t('overview.clicks'), data.clicks, data.clicksTrend],
    [t('overview.signups'), data.leads, data.leadsTrend],
    [t('overview.customers'), data.customers, data.customersTrend],
    [t('overview.sales'), data.sales, data.salesTrend],
  ] as const
  return (
    <dl className={clsx(SUM_GRID, WIDE_SUM_GRID)}>
      {counts.map(([label, count, trend]) => (
        <Figure key={label} label={label}>
          <span className="block font-semibold text-lg tabular-nums">{formatCount(count)}</span>
          {hasTrends && <Trend trend={trend} format={formatCount} />}
        </Figure>
      ))}
      <Figure label={t('overview.earned')} className="max-lg:col-span-full">
        <Earned data={data} hasTrends={hasTrends} />
      </Figure>
    </dl>
  )
}

/** One trend per currency, because amounts in different currencies can't be added. */
function Earned({
  data: { earnedByCurrency, earnedTrend },
  hasTrends,
}: {
  data: PortalOverview
  hasTrends: boolean
}) {
  const currencies = nonzeroCurrencies(earnedByCurrency, hasTrends ? earnedTrend.previousByCurrency : {})
  if (currencies.length === 0) return <span className="block font-semibold text-lg">–</span>
  return currencies.map((currency) => {
    const trend = moneyTrend(earnedByCurrency, earnedTrend, currency, false)
    return (
      <span key={currency} className="flex flex-wrap items-baseline gap-x-2 lg:block">
        <span className="block whitespace-nowrap font-semibold text-lg tabular-nums">
          {formatMoney(earnedByCurrency[currency] ?? 0, currency)}
        </span>
        {hasTrends && <Trend trend={trend} format={(cents) => formatMoney(cents, currency)} />}
      </span>
    )
  })
}

function Figure({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className={clsx('wrap-anywhere min-w-0 rounded-xl border bg-surface p-3.5 shadow-card', className)}>
      <dt className="text-ink-3">{label}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  )
}

/** The change from the previous value. */
function Trend({
  trend: { trend, trendDirection, previous },
  format,
}: {
  trend: PortalOverview['clicksTrend']
  format: (value: number) => string
}) {
  const isUp = trendDirection === 'up'
  return (
    <span className="block text-[0.8125rem] text-ink-3">
      {trendDirection === 'stable' ? (
        t('overview.noChange')
      ) : (
        <>
          <span className={clsx('whitespace-nowrap', isUp ? 'text-good' : 'text-bad')}>
            {trend === null
              ? t('overview.new')
              : t('overview.isUpTrend', { isUp: String(isUp), trend: formatPercent(trend, 1) })}
          </span>
          {trend !== null && (
            <span className="whitespace-nowrap">
              {' '}
              {t('overview.fromPrevious', { previous: format(previous) })}
            </span>
          )}
        </>
      )}
    </span>
  )
}
