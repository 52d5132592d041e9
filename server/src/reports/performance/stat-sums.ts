import type { LinkStatColumn, StatColumn } from '../../core/database/stat-delta.ts'
import type { Currency, NO_CURRENCY } from '../../core/money/currency.ts'

/** What was counted on one local day in one currency: digits, because a sum may outgrow a number. */
export interface StatSums extends Record<StatColumn, string> {
  day: string
  currency: Currency | typeof NO_CURRENCY
}

/** What was counted of one partner in one currency, as digits too. */
export interface PartnerSums extends Record<LinkStatColumn, string> {
  partner_id: number
  currency: Currency | typeof NO_CURRENCY
}

/** Exact minor units, a currency without any left out (D32). */
export type CentsByCurrency = Partial<Record<Currency, bigint>>
