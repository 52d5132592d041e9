import type { Currency, NO_CURRENCY } from '../../core/money/currency.ts'

/** By what the statistics by link are broken down: complete, and read from sums. */
export const LINK_DIMENSIONS = ['partner', 'group', 'link'] as const
/** By what clicks are: read from the newest clicks themselves. */
export const CLICK_DIMENSIONS = [
  'subId',
  'landingPage',
  'referrer',
  'language',
  'country',
  'device',
  'visitor',
] as const
/** By what sales are: read from the newest sales themselves. */
export const SALE_DIMENSIONS = ['product', 'currency', 'renewal'] as const

export const DIMENSIONS = [...LINK_DIMENSIONS, ...CLICK_DIMENSIONS, ...SALE_DIMENSIONS] as const

export type LinkDimension = (typeof LINK_DIMENSIONS)[number]
export type ClickDimension = (typeof CLICK_DIMENSIONS)[number]
export type SaleDimension = (typeof SALE_DIMENSIONS)[number]
export type Dimension = (typeof DIMENSIONS)[number]

export const BREAKDOWN_ORDERS = [
  'name',
  'clicks',
  'leads',
  'conversions',
  'sales',
  'revenue',
  'commission',
] as const
export type BreakdownOrder = (typeof BREAKDOWN_ORDERS)[number]

/** What was counted of one value of a dimension in one currency: digits. There may be several of one value and currency. */
export interface CountedValue {
  /** What says which value it is; null is none. */
  key: string | null
  currency: Currency | typeof NO_CURRENCY
  clicks: string
  leads: string
  conversions: string
  sales: string
  revenue_cents: string
  commission_cents: string
}

/** Over how much of what happened a breakdown looked. */
export interface Coverage {
  of: 'days' | 'clicks' | 'sales'
  /** How many events were looked at; null where sums were read. */
  looked: number | null
  /** Whether that is all there was in the period. */
  isComplete: boolean
  /** Since when, where it is not all. */
  since: Date | null
  /** Clicks of the period that are archived, of which no more is known than their link. */
  archivedClicks: number
}
