import { clsx } from 'clsx'
import type { Currency, PerformanceMetrics } from '../../api/types.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount, formatPercent } from '../../format/number.ts'
import { t } from '../../messages/team-text.ts'
import { FigureText } from '../../ui/figure-text.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { SUM_GRID, WIDE_SUM_GRID } from '../../ui/sum-grid.ts'
import { SERIES, type Series } from './search.ts'
import type { SeriesView } from './series.ts'
import { TrendBadge } from './trend-badge.tsx'

/** The five metrics of the chart. Pressing one shows or hides its line. */
export function MetricCards({
  views,
  shown,
  isCompared,
  otherMoney,
  onToggle,
}: {
  views: Record<Series, SeriesView>
  shown: readonly Series[]
  /** Shows trends. */
  isCompared: boolean
  /** Totals in currencies that the chart doesn't show. */
  otherMoney: (series: Series) => string[]
  onToggle: (series: Series) => void
}) {
  return (
    <fieldset className={clsx(SUM_GRID, WIDE_SUM_GRID)}>
      <legend className="sr-only">{t('overview.chartMetrics')}</legend>
      {SERIES.map((series) => {
        const { label, color, total, trend, isGoodWhenUp, isMoney, format } = views[series]
        const isShown = shown.includes(series)
        const previous = isMoney ? undefined : format(trend.previous)
        return (
          <button
            key={series}
            type="button"
            aria-pressed={isShown}
            onClick={() => onToggle(series)}
            className={clsx(
              '@container flex min-w-0 flex-col rounded-xl border bg-surface px-4 pt-3 pb-3.5 text-left shadow-card transition-colors hover:border-line-strong',
              series === 'commission' && 'max-lg:col-span-full',
            )}
          >
            <span className="flex items-center gap-2 text-ink-3">
              <span
                aria-hidden="true"
                className="size-2.5 rounded-[4px] border-2 transition-colors"
                style={{ borderColor: color, backgroundColor: isShown ? color : 'transparent' }}
              />
              {label}
            </span>
            <FigureText text={total} rem={1.25} className="mt-1.5 font-semibold" />
            {isCompared && (
              <span className="mt-1 flex flex-wrap items-center gap-x-1.5">
                <TrendBadge trend={trend} isGoodWhenUp={isGoodWhenUp} />
                {previous !== undefined && trend.trend !== null && (
                  <span className="text-ink-3 text-xs tabular-nums">
                    {t('overview.fromPrevious', { previous })}
                  </span>
                )}
              </span>
            )}
            {otherMoney(series).map((sum) => (
              <FigureText key={sum} text={`+ ${sum}`} rem={0.75} className="mt-1 text-ink-3" />
            ))}
          </button>
        )
      })}
    </fieldset>
  )
}

/** Metrics derived from the others, in one row. */
export function DerivedFigures({
  metrics,
  currency,
  isOnlyCurrency,
  isCompared,
}: {
  metrics: PerformanceMetrics
  currency: Currency
  isOnlyCurrency: boolean
  isCompared: boolean
}) {
  const { totalSales, salesTrend, conversionRate, totalConversions, totalPartners, partnersTrend } = metrics
  const revenue = metrics.revenueByCurrency[currency] ?? 0
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(7rem,35%)),1fr))] gap-x-6 gap-y-4 sm:flex sm:flex-wrap sm:gap-x-16">
      <Figure
        name={t('overview.sales')}
        value={formatCount(totalSales)}
        extra={isCompared && <TrendBadge trend={salesTrend} />}
      />
      <Figure
        name={t('overview.conversionRate')}
        value={formatPercent(conversionRate)}
        note={t('overview.ofClicks')}
      />
      {isOnlyCurrency && (
        <Figure
          name={t('overview.revenuePerConversion')}
          value={totalConversions === 0 ? '–' : formatMoney(Math.round(revenue / totalConversions), currency)}
        />
      )}
      <Figure
        name={t('overview.newPartners')}
        value={formatCount(totalPartners)}
        extra={isCompared && <TrendBadge trend={partnersTrend} />}
      />
    </dl>
  )
}

function Figure({
  name,
  value,
  note,
  extra,
}: {
  name: string
  value: string
  note?: string
  extra?: React.ReactNode
}) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-3 text-xs">{name}</dt>
      <dd className="mt-0.5 flex flex-wrap items-baseline gap-x-2 font-medium tabular-nums">
        {value}
        {extra}
        {note !== undefined && <span className="font-normal text-ink-3 text-xs">{note}</span>}
      </dd>
    </div>
  )
}

export function MetricCardsLoading() {
  return (
    <div role="status" className={clsx(SUM_GRID, WIDE_SUM_GRID)}>
      <span className="sr-only">{t('overview.loadingMetrics')}</span>
      {SERIES.map((series) => (
        <Skeleton
          key={series}
          className={clsx('h-[6.4rem] rounded-xl', series === 'commission' && 'max-lg:col-span-full')}
        />
      ))}
    </div>
  )
}
