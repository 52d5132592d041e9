import { currenciesOf, formatMoney } from '../format/money.ts'
import { formatCount } from '../format/number.ts'
import { t } from '../messages/portal-text.ts'
import { readChoice } from '../search/read-search.ts'
import type { OwnOverview } from './queries.ts'

type Day = OwnOverview['days'][number]

const SHOWN = ['clicks', 'leads', 'customers', 'earned'] as const
export type Shown = (typeof SHOWN)[number]

export const SHOWN_CHOICES: readonly { value: Shown; label: string }[] = [
  { value: 'clicks', label: t('daySeries.clicks') },
  { value: 'leads', label: t('daySeries.signups') },
  { value: 'customers', label: t('daySeries.customers') },
  { value: 'earned', label: t('daySeries.earned') },
]

/** The bars of the chart. Values are integers: counts, or minor units of a currency. */
export interface DaySeries {
  shown: Shown
  /** The currency of a money series, one of `currencies`. */
  currency: string | undefined
  currencies: readonly string[]
  label: string
  color: string
  total: number
  ofDay: (day: Day) => number
  /** Formats `12 clicks` or `$12.00`. */
  say: (value: number) => string
  /** Formats the value without a noun, for the axis. */
  format: (value: number) => string
}

const COUNTS = {
  clicks: {
    label: t('daySeries.counts.clicks'),
    say: (count: number) => t('daySeries.counts.clicks.say', { count }),
    color: 'var(--series-clicks)',
  },
  leads: {
    label: t('daySeries.counts.leads'),
    say: (count: number) => t('daySeries.counts.leads.say', { count }),
    color: 'var(--series-leads)',
  },
  customers: {
    label: t('daySeries.counts.customers'),
    say: (count: number) => t('daySeries.counts.customers.say', { count }),
    color: 'var(--series-conversions)',
  },
} as const

/** Returns the series selected in the address, by default clicks. */
export function daySeries(
  search: URLSearchParams,
  { days, earnedByCurrency }: Pick<OwnOverview, 'days' | 'earnedByCurrency'>,
): DaySeries {
  const currencies = currenciesOf(earnedByCurrency)
  const shown = readChoice(search.get('show'), SHOWN) ?? 'clicks'
  if (shown !== 'earned') {
    const { label, say, color } = COUNTS[shown]
    const ofDay = (day: Day) => day[shown]
    const total = days.reduce((sum, day) => sum + ofDay(day), 0)
    return { shown, currency: undefined, currencies, label, color, total, ofDay, say, format: formatCount }
  }
  const currency = readChoice(search.get('currency'), currencies) ?? currencies[0]
  const ofDay = ({ earnedByCurrency: earned }: Day) => (currency === undefined ? 0 : (earned[currency] ?? 0))
  const total = days.reduce((sum, day) => sum + ofDay(day), 0)
  const format = (value: number) => (currency === undefined ? '0' : formatMoney(value, currency))
  const color = 'var(--series-revenue)'
  return {
    shown,
    currency,
    currencies,
    label: t('daySeries.earned'),
    color,
    total,
    ofDay,
    say: format,
    format,
  }
}
