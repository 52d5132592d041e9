import type { LinkStatColumn } from '../../core/database/stat-delta.ts'
import type { Currency, NO_CURRENCY } from '../../core/money/currency.ts'

/** Metrics of a partner's links, as strings of digits. Counts without money have the currency XXX. */
export interface PartnerLinkSums extends Record<LinkStatColumn, string> {
  /** The local day, or the ID of the link. */
  key: string
  currency: Currency | typeof NO_CURRENCY
}
