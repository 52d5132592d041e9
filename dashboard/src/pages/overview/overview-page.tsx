import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { lazy, Suspense } from 'react'
import { performanceQuery } from '../../api/queries.ts'
import type { CentsByCurrency, Currency, Performance, PerformanceMetrics, Program } from '../../api/types.ts'
import { dayOf, formatClock, formatDayRange, formatTimeZone } from '../../format/date.ts'
import { BASE_CURRENCY, currenciesOf, formatMoney } from '../../format/money.ts'
import { interfaceLanguage } from '../../messages/message.ts'
import { t } from '../../messages/team-text.ts'
import { listSearch } from '../../search/list-search.ts'
import { type PeriodSearch, toPeriodRequest } from '../../search/period.ts'
import { PeriodPicker } from '../../search/period-picker.tsx'
import { timeOf, useProgram, useProgramId } from '../../session/use-program.ts'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { ErrorState, Skeleton, SkeletonRows } from '../../ui/states.tsx'
import { AttentionStrip } from './attention-strip.tsx'
import { toCompareRequest } from './compare.ts'
import { ComparePicker } from './compare-picker.tsx'
import { DerivedFigures, MetricCards, MetricCardsLoading } from './metric-cards.tsx'
import { type OverviewSearch, SERIES, type Series, shownSeries } from './search.ts'
import { type SeriesView, seriesViews } from './series.ts'
import { SetupChecklist } from './setup-checklist.tsx'
import { TopPartners } from './top-partners.tsx'

// Preloaded in parallel with the data.
const loadChart = () => import('./performance-chart.tsx')
loadChart().catch(() => {})
const PerformanceChart = lazy(loadChart)
// Loaded when needed.
const PerformanceTable = lazy(() => import('./performance-table.tsx'))
const NoActivity = lazy(() => import('./no-activity.tsx'))
const ComparedLegend = lazy(() => import('./compared-legend.tsx'))

const route = getRouteApi('/signed-in/programs/$programId/overview')

export function OverviewPage() {
  const programId = useProgramId()
  const program = useProgram()
  const search = route.useSearch()
  const { change } = listSearch<OverviewSearch>(route.useNavigate())
  const today = dayOf(timeOf(program), program.timeZone)
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(
    performanceQuery(programId, { ...toPeriodRequest(search), ...toCompareRequest(search) }),
  )
  return (
    <>
      <PageHeader
        title={t('overview.overview')}
        description={
          data === undefined ? (
            isPending && <Skeleton className="h-5 w-72" />
          ) : (
            <PeriodNote data={data} search={search} program={program} />
          )
        }
        actions={
          <>
            <PeriodPicker
              value={search}
              today={today}
              onChange={({ period, from, to }) => change({ period, from, to })}
            />
            <ComparePicker value={search} today={today} onChange={change} />
          </>
        }
      />
      <SetupChecklist />
      <AttentionStrip />
      {data !== undefined ? (
        <Figures data={data} search={search} isOld={isPlaceholderData} onChange={change} />
      ) : isPending ? (
        <div className="flex flex-col gap-4">
          <MetricCardsLoading />
          <Skeleton className="h-[27rem] w-full rounded-xl" />
        </div>
      ) : (
        <Card>
          <ErrorState error={error} onRetry={() => void refetch()} />
        </Card>
      )}
    </>
  )
}

function PeriodNote({
  data,
  search: { compare, compareFrom },
  program: { timeZone, createdAt },
}: {
  data: Performance
  search: OverviewSearch
  program: Program
}) {
  const { dateFrom, dateTo, previousPeriod } = data.meta
  const range = (from: string, to: string) => formatDayRange(dayOf(from, timeZone), dayOf(to, timeZone))
  const compared = range(previousPeriod.dateFrom, previousPeriod.dateTo)
  const isCompared = compare !== 'none'
  const isChosen = compare === 'year' || compareFrom !== undefined
  // The previous period has the same length in milliseconds, so it starts within a day if the clocks changed.
  const isWithinDay =
    dayOf(Date.parse(previousPeriod.dateFrom) - 1, timeZone) === dayOf(previousPeriod.dateFrom, timeZone)
  return (
    <>
      {t('overview.rangeIsComparedIsCompared2IsChosenDays', {
        range: range(dateFrom, dateTo),
        isCompared: String(isCompared),
        compared,
        isCompared2:
          isCompared &&
          (isWithinDay
            ? ` ${t('overview.fromDateFromMatchLength', { dateFrom: formatClock(previousPeriod.dateFrom, timeZone) })}`
            : lengthsText(data)),
        isChosen: isChosen && Date.parse(previousPeriod.dateTo) < Date.parse(createdAt) && BEFORE_THE_PROGRAM,
        timeZone: formatTimeZone(timeZone, Date.parse(dateTo)),
      })}
    </>
  )
}

const BEFORE_THE_PROGRAM = `${t('overview.theProgramDidntExistYet')} `

/** Describes the lengths if the periods differ; totals are still compared. */
function lengthsText({ data, compared = data }: Performance): string {
  return compared.length === data.length
    ? ''
    : ` ${t('overview.totalsForCountVsCount2', { count: data.length, count2: compared.length })}`
}

function Figures({
  data,
  search,
  isOld,
  onChange,
}: {
  data: Performance
  search: OverviewSearch
  /** Shows the previous data while new data loads. */
  isOld: boolean
  onChange: (changed: { show?: string | undefined; currency?: Currency }) => void
}) {
  const { metrics } = data
  const isCompared = search.compare !== 'none'
  const currencies = knownCurrencies(metrics)
  const currency = currencies.find((one) => one === search.currency) ?? currencies[0] ?? BASE_CURRENCY
  const isOnlyCurrency = currencies.length <= 1
  const views = seriesViews(data, currency, isOnlyCurrency)
  const shown = shownSeries(search)
  const toggle = (series: Series) => {
    const next = SERIES.filter((one) => (one === series) !== shown.includes(one))
    if (next.length > 0) onChange({ show: next.join(',') })
  }
  const otherMoney = (series: Series) => otherSums(metrics, series, currency)
  return (
    <div aria-busy={isOld} className={clsx('flex flex-col gap-4 transition-opacity', isOld && 'opacity-60')}>
      <MetricCards
        views={views}
        shown={shown}
        isCompared={isCompared}
        otherMoney={otherMoney}
        onToggle={toggle}
      />
      <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <Card className="min-w-0">
          <CardHeader
            title={t('overview.performance')}
            description={chartDescription(shown.map((series) => views[series]))}
            actions={
              <div className="flex flex-wrap gap-2">
                {!isOnlyCurrency && (
                  <Segmented
                    label={t('overview.chartCurrency')}
                    value={currency}
                    choices={currencies.map((one) => ({ value: one, label: one }))}
                    onChoose={(chosen) => onChange({ currency: chosen })}
                  />
                )}
                <ViewChoice />
              </div>
            }
          />
          <PerformanceBody data={data} views={views} shown={shown} />
          <div className="border-t px-4 py-4 sm:px-5">
            <DerivedFigures
              metrics={metrics}
              currency={currency}
              isOnlyCurrency={isOnlyCurrency}
              isCompared={isCompared}
            />
          </div>
        </Card>
        <TopPartners period={periodOf(search)} currency={currency} />
      </div>
    </div>
  )
}

/** Drops the overview's own search parameters, which other pages don't have. */
function periodOf({ period, from, to }: OverviewSearch): PeriodSearch {
  return {
    ...(period === undefined ? {} : { period }),
    ...(from === undefined || to === undefined ? {} : { from, to }),
  }
}

function ViewChoice() {
  const { view = 'chart' } = route.useSearch()
  const { change } = listSearch<OverviewSearch>(route.useNavigate())
  return (
    <Segmented
      label={t('overview.showAs')}
      value={view}
      choices={[
        { value: 'chart', label: t('overview.chart') },
        { value: 'table', label: t('overview.table') },
      ]}
      onChoose={(chosen) => change({ view: chosen === 'table' ? chosen : undefined })}
    />
  )
}

function PerformanceBody({
  data,
  views,
  shown,
}: {
  data: Performance
  views: Record<Series, SeriesView>
  shown: readonly Series[]
}) {
  const search = route.useSearch()
  const { view } = search
  const compared = comparedDays(data, search)
  const openDay = useOpenDay()
  const isEmpty = data.data.every((day) => SERIES.every((series) => views[series].ofDay(day) === 0))
  if (isEmpty)
    return (
      <Suspense>
        <NoActivity />
      </Suspense>
    )
  if (view === 'table') {
    return (
      <div className="mt-4 border-t">
        <Suspense fallback={<SkeletonRows rows={8} />}>
          <PerformanceTable days={data.data} compared={compared} views={views} />
        </Suspense>
      </div>
    )
  }
  return (
    <CardBody>
      <figure
        aria-label={t('overview.chartDescription', {
          description: chartDescription(shown.map((series) => views[series])),
        })}
        className="-mx-1"
      >
        <Suspense fallback={<Skeleton className="h-[300px] w-full" />}>
          <PerformanceChart
            days={data.data}
            compared={compared}
            views={shown.map((series) => views[series])}
            onDay={(day) => void openDay(day)}
          />
        </Suspense>
        {compared !== undefined && (
          <Suspense fallback={<div className="mt-2 h-4" />}>
            <ComparedLegend days={data.data} compared={compared} />
          </Suspense>
        )}
      </figure>
    </CardBody>
  )
}

/** Returns the compared days, if they are shown. */
function comparedDays({ data, compared }: Performance, { days, compare, compareFrom }: OverviewSearch) {
  if (days !== 'both') return undefined
  // The previous window has the same length in milliseconds. If the clocks changed, it starts within an extra
  // day.
  const isWindowBefore = compare === undefined && compareFrom === undefined
  return isWindowBefore ? compared?.slice(-data.length) : compared
}

/** Opens the events of a day. */
function useOpenDay() {
  const programId = useProgramId()
  const navigate = useNavigate()
  return (day: string) =>
    navigate({
      to: '/programs/$programId/events',
      params: { programId },
      search: { from: day, to: day },
    })
}

function chartDescription(views: SeriesView[]): string {
  const names = new Intl.ListFormat(interfaceLanguage(), { type: 'conjunction' }).format(
    views.map(({ label }) => label),
  )
  return t('overview.namesByDay', { names })
}

function knownCurrencies({
  revenueByCurrency,
  commissionByCurrency,
  revenueTrend,
  commissionTrend,
}: PerformanceMetrics): Currency[] {
  return currenciesOf(
    revenueByCurrency,
    commissionByCurrency,
    revenueTrend.previousByCurrency,
    commissionTrend.previousByCurrency,
  )
}

function otherSums(metrics: PerformanceMetrics, series: Series, shownCurrency: Currency): string[] {
  const sums: Partial<Record<Series, CentsByCurrency>> = {
    revenue: metrics.revenueByCurrency,
    commission: metrics.commissionByCurrency,
  }
  const ofSeries = sums[series]
  if (ofSeries === undefined) return []
  return currenciesOf(ofSeries)
    .filter((currency) => currency !== shownCurrency)
    .map((currency) => formatMoney(ofSeries[currency] ?? 0, currency))
}
