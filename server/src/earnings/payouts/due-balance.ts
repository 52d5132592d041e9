import type { Currency } from '../../core/money/currency.ts'

/** The amount that a partner is owed in one currency, and the number of commissions in it. */
export interface DueBalance {
  partner_id: number
  currency: Currency
  commissions: number
}
