import { formatMoney, nonzeroCurrencies } from '../format/money.ts'
import { formatCount } from '../format/number.ts'
import { t } from '../messages/portal-text.ts'
import { readChoice } from '../search/read-search.ts'
import type { PortalOverview } from './queries.ts'

type Day = PortalOverview['days'][number]

const METRICS = ['clicks', 'leads', 'customers', 'earned'] as const
export type Metric = (typeof METRICS)[number]

export const METRIC_OPTIONS: readonly { value: Metric; label: string }[] = [
  { value: 'clicks', label: t('daySeries.clicks') },
  { value: 'leads', label: t('daySeries.signups') },
  { value: 'customers', label: t('daySeries.customers') },
  { value: 'earned', label: t('daySeries.earned') },
]

/** The chart's bars. Values are integers: counts, or minor units of a currency. */
export interface DaySeries {
  metric: Metric
  /** The currency of a money series, one of `currencies`. */
  currency: string | undefined
  currencies: readonly string[]
  label: string
  color: string
  total: number
  getValue: (day: Day) => number
  /** Formats `12 clicks` or `$12.00`. */
  formatWithUnit: (value: number) => string
  /** Formats the value without a noun, for the axis. */
  format: (value: number) => string
}

const COUNTS = {
  clicks: {
    label: t('daySeries.counts.clicks'),
    formatWithUnit: (count: number) => t('daySeries.counts.clicks.withUnit', { count }),
    color: 'var(--series-clicks)',
  },
  leads: {
    label: t('daySeries.counts.leads'),
    formatWithUnit: (count: number) => t('daySeries.counts.leads.withUnit', { count }),
    color: 'var(--series-leads)',
  },
  customers: {
    label: t('daySeries.counts.customers'),
    formatWithUnit: (count: number) => t('daySeries.counts.customers.withUnit', { count }),
    color: 'var(--series-conversions)',
  },
} as const

/** Returns the series selected in the URL, by default clicks. */
export function daySeries(
  search: URLSearchParams,
  { days, earnedByCurrency }: Pick<PortalOverview, 'days' | 'earnedByCurrency'>,
): DaySeries {
  const currencies = nonzeroCurrencies(earnedByCurrency)
  const metric = readChoice(search.get('show'), METRICS) ?? 'clicks'
  if (metric !== 'earned') {
    const { label, formatWithUnit, color } = COUNTS[metric]
    const getValue = (day: Day) => day[metric]
    const total = days.reduce((sum, day) => sum + getValue(day), 0)
    return {
      metric,
      currency: undefined,
      currencies,
      label,
      color,
      total,
      getValue,
      formatWithUnit,
      format: formatCount,
    }
  }
  const currency = readChoice(search.get('currency'), currencies) ?? currencies[0]
  const getValue = ({ earnedByCurrency: earned }: Day) =>
    currency === undefined ? 0 : (earned[currency] ?? 0)
  const total = days.reduce((sum, day) => sum + getValue(day), 0)
  const format = (value: number) => (currency === undefined ? '0' : formatMoney(value, currency))
  const color = 'var(--series-revenue)'
  return {
    metric,
    currency,
    currencies,
    label: t('daySeries.earned'),
    color,
    total,
    getValue,
    formatWithUnit: format,
    format,
  }
}
