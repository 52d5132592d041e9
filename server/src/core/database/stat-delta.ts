import type { Currency, NO_CURRENCY } from '../money/currency.ts'

/** The summed columns of `daily_link_stats`: per day, currency and link. */
export const LINK_STAT_COLUMNS = [
  'clicks',
  'leads',
  'conversions',
  'sales',
  'revenue_cents',
  'commission_cents',
] as const

/** The summed columns of `daily_stats`: per day and currency. Partners who joined belong to no link. */
export const STAT_COLUMNS = [
  'clicks',
  'leads',
  'conversions',
  'partners',
  'sales',
  'revenue_cents',
  'commission_cents',
] as const

/** The link used in statistics about customers who didn't click a link. */
export const NO_LINK = 0

export type StatColumn = (typeof STAT_COLUMNS)[number]
export type LinkStatColumn = (typeof LINK_STAT_COLUMNS)[number]

/** The API field that each column is returned and sorted as. */
export const LINK_MEASURES = {
  clicks: 'clicks',
  leads: 'leads',
  conversions: 'conversions',
  sales: 'sales',
  revenue: 'revenue_cents',
  commission: 'commission_cents',
} as const satisfies Record<string, LinkStatColumn>

/** Roll-up sizes of link statistics in days, shortest first; each divides the next. */
export const ROLL_UP_DAYS = [8, 64] as const
export type RollUpDays = (typeof ROLL_UP_DAYS)[number]

interface StatKey {
  /** `YYYY-MM-DD`. */
  day: string
  /** `XXX` for counts without money. */
  currency: Currency | typeof NO_CURRENCY
}

/** The amounts that a customer's event adds to the statistics for its local day and link. */
export interface CustomerDelta extends StatKey {
  customer_id: number
  leads?: number
  conversions?: number
  sales?: number
  revenue_cents?: bigint
  commission_cents?: bigint
}

/** The amounts that a new partner adds to the statistics for a local day. They belong to no link. */
export interface PartnerDelta extends StatKey {
  customer_id?: undefined
  partners: number
}

/** The amounts that an event adds to the statistics for a local day. */
export type StatDelta = CustomerDelta | PartnerDelta
