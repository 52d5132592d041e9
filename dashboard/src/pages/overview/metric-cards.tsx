import { clsx } from 'clsx'
import type { CentsByCurrency, Currency, PerformanceMetrics } from '../../api/types.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import { t } from '../../messages/team-text.ts'
import { FigureText } from '../../ui/figure-text.tsx'
import { InfoTip } from '../../ui/info-tip.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { SUM_GRID, WIDE_SUM_GRID } from '../../ui/sum-grid.ts'
import { MoreCurrencies } from './more-currencies.tsx'
import { SERIES, type Series } from './search.ts'
import type { SeriesView } from './series.ts'
import { TrendBadge } from './trend-badge.tsx'

/** The five metrics. Pressing one shows it in the chart. */
export function MetricCards({
  views,
  shown,
  currency,
  isCompared,
  onChoose,
}: {
  views: Record<Series, SeriesView>
  shown: Series
  /** The currency of the amounts shown; the others are behind a button. */
  currency: Currency
  /** Shows trends. */
  isCompared: boolean
  onChoose: (series: Series) => void
}) {
  return (
    <fieldset className={clsx(SUM_GRID, WIDE_SUM_GRID)}>
      <legend className="sr-only">{t('overview.chartMetrics')}</legend>
      {SERIES.map((series) => (
        <MetricCard
          key={series}
          view={views[series]}
          isShown={series === shown}
          isCompared={isCompared}
          currency={currency}
          onChoose={() => onChoose(series)}
        />
      ))}
    </fieldset>
  )
}

function MetricCard({
  view: { series, label, definition, color, total, trend, isGoodWhenUp, isMoney, sums, format },
  isShown,
  isCompared,
  currency,
  onChoose,
}: {
  view: SeriesView
  isShown: boolean
  isCompared: boolean
  currency: Currency
  onChoose: () => void
}) {
  const previous = isMoney ? undefined : format(trend.previous)
  return (
    <div
      className={clsx(
        '@container relative min-w-0 rounded-xl border bg-surface px-4 pt-3 pb-3.5 shadow-card transition-colors',
        isShown ? 'border-accent' : 'hover:border-line-strong',
        series === 'commission' && 'max-lg:col-span-full',
      )}
    >
      {/* The button covers the card, except for the card's other buttons. */}
      <button
        type="button"
        aria-pressed={isShown}
        onClick={onChoose}
        className="block w-full text-left outline-none after:absolute after:inset-0 after:rounded-xl focus-visible:after:outline-2 focus-visible:after:outline-accent"
      >
        <span className="flex items-center gap-2 pr-6 text-ink-3">
          <span
            aria-hidden="true"
            className="size-2.5 shrink-0 rounded-[4px] border-2 transition-colors"
            style={{ borderColor: color, backgroundColor: isShown ? color : 'transparent' }}
          />
          <span className="wrap-anywhere min-w-0">{label}</span>
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
      </button>
      <div className="absolute top-2 right-2 pointer-coarse:top-0 pointer-coarse:right-0">
        <InfoTip term={label}>{definition}</InfoTip>
      </div>
      <MoreCurrencies label={label} sums={sums} currency={currency} />
    </div>
  )
}

/** Derived metrics, in one row. */
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
  const {
    totalSales,
    salesTrend,
    conversionRate,
    totalClicks,
    totalConversions,
    totalPartners,
    partnersTrend,
  } = metrics
  const revenue = getRevenue(metrics.revenueByCurrency, currency)
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(7rem,35%)),1fr))] gap-x-6 gap-y-4 sm:flex sm:flex-wrap sm:gap-x-12">
      <Figure
        name={t('overview.sales')}
        definition={t('overview.define.sales')}
        value={formatCount(totalSales)}
        extra={isCompared && <TrendBadge trend={salesTrend} />}
      />
      <Figure
        name={t('overview.customersPer100Clicks')}
        definition={t('overview.define.customersPer100Clicks')}
        value={totalClicks === 0 ? '–' : formatCount(conversionRate)}
      />
      {isOnlyCurrency && (
        <Figure
          name={t('overview.revenuePerNewCustomer')}
          definition={t('overview.define.revenuePerNewCustomer')}
          value={totalConversions === 0 ? '–' : formatMoney(Math.round(revenue / totalConversions), currency)}
        />
      )}
      <Figure
        name={t('overview.newPartners')}
        definition={t('overview.define.newPartners')}
        value={formatCount(totalPartners)}
        extra={isCompared && <TrendBadge trend={partnersTrend} />}
      />
    </dl>
  )
}

const getRevenue = (sums: CentsByCurrency, currency: Currency) => sums[currency] ?? 0

function Figure({
  name,
  definition,
  value,
  extra,
}: {
  name: string
  definition: string
  value: string
  extra?: React.ReactNode
}) {
  return (
    <div className="min-w-0">
      <dt className="flex items-center gap-0.5 text-ink-3 text-xs">
        {name}
        <InfoTip term={name}>{definition}</InfoTip>
      </dt>
      <dd className="mt-0.5 flex flex-wrap items-baseline gap-x-2 font-medium tabular-nums">
        {value}
        {extra}
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
