import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { performanceQuery } from '../../api/queries.ts'
import type { Performance, Program } from '../../api/types.ts'
import { formatDayRange, formatTimeZone, toDay } from '../../format/date.ts'
import { BASE_CURRENCY, nonzeroCurrencies } from '../../format/money.ts'
import { t } from '../../messages/team-text.ts'
import {
  type CompareSearch,
  chooseComparison,
  isCompared,
  readCompareSearch,
  toCompareRequest,
} from '../../search/compare.ts'
import { listSearch } from '../../search/list-search.ts'
import { type PeriodSearch, toPeriodRequest } from '../../search/period.ts'
import { PeriodPicker } from '../../search/period-picker.tsx'
import { programTimeMs, useProgram, useProgramId } from '../../session/use-program.ts'
import { Card } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { AttentionStrip } from './attention-strip.tsx'
import { ComparePicker } from './compare-picker.tsx'
import { MetricCards, MetricCardsLoading } from './metric-cards.tsx'
import { PerformanceCard } from './performance-card.tsx'
import { type OverviewSearch, type Series, shownSeries } from './search.ts'
import { seriesViews } from './series.ts'
import { SetupChecklist } from './setup-checklist.tsx'
import { TopPartners } from './top-partners.tsx'

const route = getRouteApi('/signed-in/programs/$programId/overview')

export function OverviewPage() {
  const programId = useProgramId()
  const program = useProgram()
  const search = route.useSearch()
  const { change } = listSearch<OverviewSearch>(route.useNavigate())
  const today = toDay(programTimeMs(program), program.timeZone)
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(
    performanceQuery(programId, { ...toPeriodRequest(search), ...toCompareRequest(search, today) }),
  )
  return (
    <>
      <PageHeader
        title={t('overview.overview')}
        description={
          data === undefined ? (
            isPending && <Skeleton className="h-5 w-72" />
          ) : (
            <PeriodNote data={data} search={search} program={program} today={today} />
          )
        }
        actions={
          <>
            <PeriodPicker
              value={search}
              today={today}
              onChange={({ period, from, to }) => change({ period, from, to })}
            />
            <ComparePicker
              value={search}
              comparison={chooseComparison(search, today)}
              today={today}
              onChange={change}
            />
          </>
        }
      />
      <SetupChecklist />
      <AttentionStrip />
      {data !== undefined ? (
        <Figures data={data} search={search} today={today} isOld={isPlaceholderData} onChange={change} />
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
  search,
  program: { timeZone, createdAt },
  today,
}: {
  data: Performance
  search: OverviewSearch
  program: Program
  today: string
}) {
  const { dateFrom, dateTo, previousPeriod } = data.meta
  const range = (from: string, to: string) => formatDayRange(toDay(from, timeZone), toDay(to, timeZone))
  const compared = range(previousPeriod.dateFrom, previousPeriod.dateTo)
  const hasComparison = isCompared(search, data.data, today)
  const isChosen = search.compare !== undefined || search.compareFrom !== undefined
  return (
    <>
      {t('overview.rangeIsComparedIsCompared2IsChosenDays', {
        range: range(dateFrom, dateTo),
        isCompared: String(hasComparison),
        compared,
        isCompared2: hasComparison && lengthsText(data),
        isChosen:
          hasComparison &&
          isChosen &&
          Date.parse(previousPeriod.dateTo) < Date.parse(createdAt) &&
          BEFORE_THE_PROGRAM,
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
  today,
  isOld,
  onChange,
}: {
  data: Performance
  search: OverviewSearch
  today: string
  /** Shows the previous data while new data loads. */
  isOld: boolean
  onChange: (changes: { show: Series }) => void
}) {
  const { metrics } = data
  const { revenueByCurrency, commissionByCurrency, revenueTrend, commissionTrend } = metrics
  const currencies = nonzeroCurrencies(revenueByCurrency, commissionByCurrency)
  const before = nonzeroCurrencies(revenueTrend.previousByCurrency, commissionTrend.previousByCurrency)
  const allCurrencies = [...new Set([...currencies, ...before])]
  const currency = currencies.find((one) => one === search.currency) ?? allCurrencies[0] ?? BASE_CURRENCY
  const isOnlyCurrency = allCurrencies.length <= 1
  const views = seriesViews(data, currency, isOnlyCurrency)
  const series = shownSeries(search, nonzeroCurrencies(revenueByCurrency).length > 0)
  return (
    <div aria-busy={isOld} className={clsx('flex flex-col gap-4 transition-opacity', isOld && 'opacity-60')}>
      <MetricCards
        views={views}
        shown={series}
        currency={currency}
        isCompared={isCompared(search, data.data, today)}
        onChoose={(show) => onChange({ show })}
      />
      <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <PerformanceCard {...{ data, views, shown: series, currency, currencies, isOnlyCurrency }} />
        <TopPartners period={pickPeriod(search)} compare={toCompareSearch(search)} currency={currency} />
      </div>
    </div>
  )
}

/** Returns the comparison for the breakdown, which has no chart. */
function toCompareSearch(search: OverviewSearch): CompareSearch {
  return readCompareSearch({ ...search, days: undefined })
}

/** Drops the overview's own search parameters, which other pages don't have. */
function pickPeriod({ period, from, to }: OverviewSearch): PeriodSearch {
  return {
    ...(period === undefined ? {} : { period }),
    ...(from === undefined || to === undefined ? {} : { from, to }),
  }
}
