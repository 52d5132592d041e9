import type { CentsByCurrency, Currency, Performance, PerformanceDay, Trend } from '../../api/types.ts'
import { formatMajorUnits, formatMoney, toMajorUnits } from '../../format/money.ts'
import { formatCompact, formatCount } from '../../format/number.ts'
import { t } from '../../messages/team-text.ts'
import { moneyTrend } from './money-trend.ts'
import type { Series } from './search.ts'

/** How a metric is labeled, colored, read and formatted. */
export interface SeriesView {
  series: Series
  label: string
  /** Explains the series in one sentence. */
  definition: string
  color: string
  isMoney: boolean
  /** Whether an increase is good. Partner costs are neutral. */
  isGoodWhenUp: boolean
  getValue: (day: PerformanceDay) => number
  total: string
  /** By currency; empty for counts. */
  sums: CentsByCurrency
  trend: Trend
  format: (value: number, style?: 'exact' | 'short') => string
}

const count = (value: number, style: 'exact' | 'short' = 'exact') =>
  style === 'short' ? formatCompact(value) : formatCount(value)

export function seriesViews(
  { metrics }: Performance,
  currency: Currency,
  isOnlyCurrency: boolean,
): Record<Series, SeriesView> {
  const money = (value: number, style: 'exact' | 'short' = 'exact') =>
    formatMajorUnits(value, currency, style)
  const counted = { isMoney: false, sums: {}, isGoodWhenUp: true, format: count }
  const paid = { isMoney: true, format: money }
  const { revenueByCurrency, commissionByCurrency } = metrics
  return {
    clicks: {
      ...counted,
      series: 'clicks',
      label: t('overview.clicks'),
      definition: t('overview.define.clicks'),
      color: 'var(--series-clicks)',
      getValue: (day) => day.clicks,
      total: count(metrics.totalClicks),
      trend: metrics.clicksTrend,
    },
    leads: {
      ...counted,
      series: 'leads',
      label: t('overview.leads'),
      definition: t('overview.define.leads'),
      color: 'var(--series-leads)',
      getValue: (day) => day.leads,
      total: count(metrics.totalLeads),
      trend: metrics.leadsTrend,
    },
    conversions: {
      ...counted,
      series: 'conversions',
      label: t('overview.newCustomers'),
      definition: t('overview.define.newCustomers'),
      color: 'var(--series-conversions)',
      getValue: (day) => day.conversions,
      total: count(metrics.totalConversions),
      trend: metrics.conversionsTrend,
    },
    revenue: {
      ...paid,
      series: 'revenue',
      label: t('overview.revenue'),
      definition: t('overview.define.revenue'),
      color: 'var(--series-revenue)',
      isGoodWhenUp: true,
      sums: revenueByCurrency,
      getValue: (day) => toMajorUnits(day.revenueByCurrency[currency] ?? 0, currency),
      total: formatMoney(revenueByCurrency[currency] ?? 0, currency),
      trend: moneyTrend(revenueByCurrency, metrics.revenueTrend, currency, isOnlyCurrency),
    },
    commission: {
      ...paid,
      series: 'commission',
      label: t('overview.commission'),
      definition: t('overview.define.commission'),
      color: 'var(--series-commission)',
      isGoodWhenUp: false,
      sums: commissionByCurrency,
      getValue: (day) => toMajorUnits(day.commissionByCurrency[currency] ?? 0, currency),
      total: formatMoney(commissionByCurrency[currency] ?? 0, currency),
      trend: moneyTrend(commissionByCurrency, metrics.commissionTrend, currency, isOnlyCurrency),
    },
  }
}
