import { CLICK_DIMENSIONS } from '../../core/enums.ts'
import type { Currency, NO_CURRENCY } from '../../core/money/currency.ts'

/** Dimensions of the per-link statistics. They are complete because they are read from totals. */
export const LINK_DIMENSIONS = ['partner', 'group', 'link'] as const
/** Dimensions of sales, read from the newest sales. */
export const SALE_DIMENSIONS = ['product', 'currency', 'renewal'] as const

/** Dimensions of clicks are read from roll-ups of past days and from the newest clicks. */
export const DIMENSIONS = [...LINK_DIMENSIONS, ...CLICK_DIMENSIONS, ...SALE_DIMENSIONS] as const

export type LinkDimension = (typeof LINK_DIMENSIONS)[number]
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

/** Counts of one value in one currency, as strings of decimal digits. A value and currency may have several entries. */
export interface CountedValue {
  /** Identifies the value; null for events without a value. */
  key: string | null
  currency: Currency | typeof NO_CURRENCY
  clicks: string
  leads: string
  conversions: string
  sales: string
  revenue_cents: string
  commission_cents: string
}

/** The part of the data that a breakdown covers. */
export interface Coverage {
  of: 'days' | 'clicks' | 'sales'
  /** Number of events counted; null if the breakdown was read from daily totals. */
  scanned: number | null
  /** Whether the whole period is covered. */
  isComplete: boolean
  /** Start of the covered time, if only part of the period is covered. */
  since: Date | null
  /** Archived clicks that aren't rolled up. Only their link is known. */
  archivedClicks: number
  /** Clicks whose value was too rare on its day to be counted separately. */
  otherClicks: number
}
