import type { LinkStatColumn, StatColumn } from '../../core/database/stat-delta.ts'
import type { Currency, NO_CURRENCY } from '../../core/money/currency.ts'

/** Counts for one local day and currency, as strings of digits because sums may exceed safe integers. */
export interface StatSums extends Record<StatColumn, string> {
  day: string
  currency: Currency | typeof NO_CURRENCY
}

/** Counts for one partner and currency, as strings of digits. */
export interface PartnerSums extends Record<LinkStatColumn, string> {
  partner_id: number
  currency: Currency | typeof NO_CURRENCY
}

/** Exact minor units. Currencies without an amount are omitted (D32). */
export type CentsByCurrency = Partial<Record<Currency, bigint>>
