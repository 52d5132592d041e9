import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Currency, Performance } from '../../api/types.ts'
import { toDay } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { isCompared } from '../../search/compare.ts'
import { listSearch } from '../../search/list-search.ts'
import { programTimeMs, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { BarChart } from './bar-chart.tsx'
import { type BarSpan, barSpan, toBars } from './bars.ts'
import { DerivedFigures } from './metric-cards.tsx'
import { type OverviewSearch, SERIES, type Series } from './search.ts'
import type { SeriesView } from './series.ts'

// Loaded when needed.
const PerformanceTable = lazy(() => import('./performance-table.tsx'))
const NoActivity = lazy(() => import('./no-activity.tsx'))
const ComparedLegend = lazy(() => import('./compared-legend.tsx'))

const route = getRouteApi('/signed-in/programs/$programId/overview')

/** The chosen metric as a chart, or all of them as a table, above the derived figures. */
export function PerformanceCard({
  data,
  views,
  shown,
  currency,
  currencies,
  isOnlyCurrency,
}: {
  data: Performance
  views: Record<Series, SeriesView>
  shown: Series
  currency: Currency
  /** The currencies with an amount in the period. */
  currencies: readonly Currency[]
  /** Whether the comparison period's amounts are all in the same currency too. */
  isOnlyCurrency: boolean
}) {
  const { change } = listSearch<OverviewSearch>(route.useNavigate())
  const search = route.useSearch()
  const program = useProgram()
  const today = toDay(programTimeMs(program), program.timeZone)
  const isTable = search.view === 'table'
  const hasCurrencyChoice = currencies.length > 1 && (isTable || views[shown].isMoney)
  return (
    <Card className="min-w-0">
      <CardHeader
        title={isTable ? t('overview.performance') : chartLabel(views[shown], barSpan(data.data.length))}
        actions={
          <div className="flex flex-wrap gap-2">
            <DayEvents data={data} />
            {hasCurrencyChoice && (
              <Segmented
                label={t('overview.chartCurrency')}
                value={currency}
                choices={currencies.map((one) => ({ value: one, label: one }))}
                onChoose={(chosen) => change({ currency: chosen })}
              />
            )}
            <Segmented
              label={t('overview.showAs')}
              value={search.view ?? 'chart'}
              choices={[
                { value: 'chart', label: t('overview.chart') },
                { value: 'table', label: t('overview.table') },
              ]}
              onChoose={(chosen) => change({ view: chosen === 'table' ? chosen : undefined })}
            />
          </div>
        }
      />
      <Body data={data} views={views} shown={shown} />
      <div className="border-t px-4 py-4 sm:px-5">
        <DerivedFigures
          metrics={data.metrics}
          currency={currency}
          isOnlyCurrency={isOnlyCurrency}
          isCompared={isCompared(search, data.data, today)}
        />
      </div>
    </Card>
  )
}

function chartLabel({ label }: SeriesView, span: BarSpan): string {
  switch (span) {
    case 'day':
      return t('overview.labelByDay', { label })
    case 'week':
      return t('overview.labelByWeek', { label })
    case 'month':
      return t('overview.labelByMonth', { label })
  }
}

/** Links to a single day's events. */
function DayEvents({ data: { data } }: { data: Performance }) {
  const programId = useProgramId()
  const [first] = data
  if (first === undefined || data.length > 1) return null
  return (
    <Button asChild>
      <Link
        to="/programs/$programId/events"
        params={{ programId }}
        search={{ from: first.date, to: first.date }}
      >
        {t('overview.viewEventsOfDay')}
      </Link>
    </Button>
  )
}

function Body({
  data,
  views,
  shown,
}: {
  data: Performance
  views: Record<Series, SeriesView>
  shown: Series
}) {
  const search = route.useSearch()
  const compared = comparedDays(data, search)
  const isEmpty = data.data.every((day) => SERIES.every((series) => views[series].getValue(day) === 0))
  if (isEmpty)
    return (
      <Suspense>
        <NoActivity />
      </Suspense>
    )
  if (search.view === 'table') {
    return (
      <div className="mt-4 border-t">
        <Suspense fallback={<SkeletonRows rows={8} />}>
          <PerformanceTable days={data.data} compared={compared} views={views} search={search} />
        </Suspense>
      </div>
    )
  }
  return <Chart data={data} compared={compared} view={views[shown]} />
}

function Chart({
  data: { data: days },
  compared,
  view,
}: {
  data: Performance
  compared: Performance['data'] | undefined
  view: SeriesView
}) {
  const program = useProgram()
  const search = route.useSearch()
  const span = barSpan(days.length)
  const bars = toBars(days, compared ?? [], view.getValue)
  const name = chartLabel(view, span)
  if (bars.every(({ value, before }) => value === 0 && (before?.value ?? 0) === 0)) {
    return (
      <CardBody>
        <p className="py-16 text-center text-ink-3">
          {t('overview.noLabelInThisPeriod', { label: view.label.toLowerCase() })}
        </p>
      </CardBody>
    )
  }
  return (
    <CardBody>
      <figure aria-label={t('overview.chartDescription', { description: name })} className="mt-3">
        <BarChart
          key={`${view.series} ${days[0]?.date} ${days.length}`}
          bars={bars}
          span={span}
          name={name}
          view={view}
          today={toDay(programTimeMs(program), program.timeZone)}
          search={search}
        />
        {compared?.some((day) => view.getValue(day) !== 0) && (
          <Suspense fallback={<div className="mt-2 h-4" />}>
            <ComparedLegend days={days} compared={compared} color={view.color} />
          </Suspense>
        )}
      </figure>
    </CardBody>
  )
}

/** Returns the compared days, if they are shown. */
function comparedDays({ data, compared }: Performance, { days, period, compare }: OverviewSearch) {
  if (days !== 'both') return undefined
  // The previous window has the same length in milliseconds. If the clocks changed, it starts within an extra day.
  return period === 'all' && compare === undefined ? compared?.slice(-data.length) : compared
}
