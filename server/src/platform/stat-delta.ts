import type { Currency, NO_CURRENCY } from './currency.ts'

/** What the statistics of one day and currency count; the columns of `daily_stats` that are sums. */
export const STAT_COLUMNS = [
  'clicks',
  'leads',
  'conversions',
  'partners',
  'sales',
  'revenue_cents',
  'commission_cents',
] as const

export type StatColumn = (typeof STAT_COLUMNS)[number]

/** What one event adds to the statistics of one local day, `YYYY-MM-DD`. Counts without money stand under `XXX`. */
export interface StatDelta {
  day: string
  currency: Currency | typeof NO_CURRENCY
  clicks?: number
  leads?: number
  conversions?: number
  partners?: number
  sales?: number
  revenue_cents?: bigint
  commission_cents?: bigint
}
