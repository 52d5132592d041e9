import type { Currency, NO_CURRENCY } from '../money/currency.ts'

/** What the statistics of one day, currency and link count; the columns of `daily_link_stats` that are sums. */
export const LINK_STAT_COLUMNS = [
  'clicks',
  'leads',
  'conversions',
  'sales',
  'revenue_cents',
  'commission_cents',
] as const

/** What those of one day and currency count; the columns of `daily_stats` that are sums. No link brings a partner. */
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
export type LinkStatColumn = (typeof LINK_STAT_COLUMNS)[number]

/** Under which name of the API each is read and ordered by. */
export const LINK_MEASURES = {
  clicks: 'clicks',
  leads: 'leads',
  conversions: 'conversions',
  sales: 'sales',
  revenue: 'revenue_cents',
  commission: 'commission_cents',
} as const satisfies Record<string, LinkStatColumn>

/** How many days the blocks have that the statistics by link are added up in, the shortest first; each is a number of the one before. */
export const BLOCK_DAYS = [8, 64] as const
export type BlockDays = (typeof BLOCK_DAYS)[number]

interface Counted {
  /** `YYYY-MM-DD`. */
  day: string
  /** Counts without money stand under `XXX`. */
  currency: Currency | typeof NO_CURRENCY
}

/** What one event of a customer adds to the statistics of one local day, and to those of the customer's link. */
export interface CustomerDelta extends Counted {
  customer_id: number
  leads?: number
  conversions?: number
  sales?: number
  revenue_cents?: bigint
  commission_cents?: bigint
}

/** A partner joined: that is no link's. */
export interface PartnerDelta extends Counted {
  customer_id?: undefined
  partners: number
}

/** What one event adds to the statistics of one local day. */
export type StatDelta = CustomerDelta | PartnerDelta
