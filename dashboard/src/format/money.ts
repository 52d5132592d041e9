import type { CentsByCurrency, Currency } from '../api/types.ts'
import { interfaceLanguage } from '../messages/message.ts'
import { readCurrencies } from './installation.ts'

/** What a sale is in that names none, and invoices always. */
export const BASE_CURRENCY: Currency = 'USD'

/** The currencies of the installation, in the order in which they are shown. */
export const CURRENCIES: readonly Currency[] = readCurrencies()

/** A currency that has no smaller unit, or a thousand of it; every other one has a hundred (ISO 4217). */
const WHOLE = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '))
const THOUSANDTHS = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))

/** How many digits stand behind the point. A browser's own are those of its country's habits, not of ISO 4217. */
export function digitsOf(currency: string): number {
  if (WHOLE.has(currency)) return 0
  return THOUSANDTHS.has(currency) ? 3 : 2
}

/**
 * Exact minor units in the reader's locale: `4900 USD` is `$49.00`, `250000 VND` is `₫250,000`. Any ISO 4217
 * code will do, because a payment processor may tell of other currencies than a sale can have.
 */
export function formatMoney(amountCents: number, currency: string): string {
  return moneyFormat(currency).format(exactMajor(amountCents, currency))
}

/** The same for a number of the currency's own unit; short is for axes and other narrow places. */
export function formatMajor(amount: number, currency: string, style: 'exact' | 'short' = 'exact'): string {
  const short = { notation: 'compact', maximumFractionDigits: 1 } as const
  return moneyFormat(currency, style === 'short' ? short : {}).format(amount)
}

/** By how much an amount changes, with its sign: `+$2.00`, `-$0.50`, and `$0.00` for nothing. */
export function formatMoneyChange(differenceCents: number, currency: string): string {
  return moneyFormat(currency, { signDisplay: 'exceptZero' }).format(exactMajor(differenceCents, currency))
}

function moneyFormat(currency: string, more: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const digits = digitsOf(currency)
  return new Intl.NumberFormat(interfaceLanguage(), {
    style: 'currency',
    currency,
    ...(more.notation === 'compact' ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    ...more,
  })
}

/** Minor units in digits that lose none: divided, the largest of them would lose their last one. */
function exactMajor(amountCents: number, currency: string): Intl.StringNumericLiteral {
  return `${amountCents}e-${digitsOf(currency)}` as Intl.StringNumericLiteral // safe because it is a number in digits
}

/** Minor units as a number of the currency's own unit, for charts and CSV. Dong have no smaller unit. */
export function toMajor(amountCents: number, currency: string): number {
  return amountCents / 10 ** digitsOf(currency)
}

/** The currencies that have any money, in the fixed order of `CURRENCIES`. */
export function currenciesOf(...sums: CentsByCurrency[]): Currency[] {
  return CURRENCIES.filter((currency) => sums.some((sum) => (sum[currency] ?? 0) !== 0))
}

/** For sorting sums: the currencies in the fixed order of `CURRENCIES`. */
export function byCurrency(a: { currency: Currency }, b: { currency: Currency }): number {
  return CURRENCIES.indexOf(a.currency) - CURRENCIES.indexOf(b.currency)
}
