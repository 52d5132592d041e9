import type { CentsByCurrency, Currency } from '../api/types.ts'
import { wordsOf } from './words.ts'

/** The currencies of the service, in the order in which they are shown, and how many digits stand behind the point. */
export const CURRENCY_DIGITS: Record<Currency, number> = { USD: 2, EUR: 2, VND: 0 }
export const CURRENCIES = wordsOf(CURRENCY_DIGITS)

/**
 * Exact minor units in the reader's locale: `4900 USD` is `$49.00`, `250000 VND` is `₫250,000`. Any ISO 4217
 * code will do, because a payment processor may tell of other currencies than a sale can have.
 */
export function formatMoney(amountCents: number, currency: string): string {
  return formatMajor(toMajor(amountCents, currency), currency)
}

/** The same for a number of the currency's own unit; short is for axes and other narrow places. */
export function formatMajor(amount: number, currency: string, style: 'exact' | 'short' = 'exact'): string {
  const short = { notation: 'compact', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency,
    ...(style === 'short' ? short : {}),
  }).format(amount)
}

/** Minor units as a number of the currency's own unit, for charts and CSV. Dong have no smaller unit. */
export function toMajor(amountCents: number, currency: string): number {
  const digits =
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  return amountCents / 10 ** digits
}

/** The currencies that have any money, in the fixed order of `CURRENCIES`. */
export function currenciesOf(...sums: CentsByCurrency[]): Currency[] {
  return CURRENCIES.filter((currency) => sums.some((sum) => (sum[currency] ?? 0) !== 0))
}

/** For sorting sums: the currencies in the fixed order of `CURRENCIES`. */
export function byCurrency(a: { currency: Currency }, b: { currency: Currency }): number {
  return CURRENCIES.indexOf(a.currency) - CURRENCIES.indexOf(b.currency)
}
