import type { LinkStatColumn } from '../../core/database/stat-delta.ts'
import type { Currency, NO_CURRENCY } from '../../core/money/currency.ts'

/** What a partner's links brought, as digits; counts without money stand under XXX. */
export interface OwnSums extends Record<LinkStatColumn, string> {
  /** The local day, or the id of the link. */
  key: string
  currency: Currency | typeof NO_CURRENCY
}
