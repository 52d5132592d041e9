import type { CentsByCurrency, Currency } from '../api/types.ts'
import { interfaceLanguage } from '../messages/message.ts'
import { readCurrencies } from './installation.ts'

/** The default currency for sales, and the only currency for invoices. */
export const BASE_CURRENCY: Currency = 'USD'

/** The installation's currencies in display order. */
export const CURRENCIES: readonly Currency[] = readCurrencies()

/** Currencies with no minor unit or with thousandths; all others have hundredths (ISO 4217). */
const WHOLE = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '))
const THOUSANDTHS = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))

/** Returns the number of decimals. Intl isn't used because it follows local customs rather than ISO 4217. */
export function countDecimals(currency: string): number {
  if (WHOLE.has(currency)) return 0
  return THOUSANDTHS.has(currency) ? 3 : 2
}

/**
 * Formats exact minor units in the reader's locale: `4900 USD` is `$49.00`, `250000 VND` is `₫250,000`.
 * Accepts any ISO 4217 code, because a payment processor may report currencies that sales can't use.
 */
export function formatMoney(amountCents: number, currency: string): string {
  return moneyFormat(currency).format(exactMajorUnits(amountCents, currency))
}

/** Formats an amount in major units; `short` is for axes and other narrow places. */
export function formatMajorUnits(
  amount: number,
  currency: string,
  style: 'exact' | 'short' = 'exact',
): string {
  const short = { notation: 'compact', maximumFractionDigits: 1 } as const
  return moneyFormat(currency, style === 'short' ? short : {}).format(amount)
}

/** Formats a difference with its sign: `+$2.00`, `-$0.50`, and `$0.00` for none. */
export function formatMoneyChange(differenceCents: number, currency: string): string {
  return moneyFormat(currency, { signDisplay: 'exceptZero' }).format(
    exactMajorUnits(differenceCents, currency),
  )
}

function moneyFormat(currency: string, more: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const digits = countDecimals(currency)
  return new Intl.NumberFormat(interfaceLanguage(), {
    style: 'currency',
    currency,
    ...(more.notation === 'compact' ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    ...more,
  })
}

/** Returns a decimal string, because division would lose the last digit of very large amounts. */
function exactMajorUnits(amountCents: number, currency: string): Intl.StringNumericLiteral {
  return `${amountCents}e-${countDecimals(currency)}` as Intl.StringNumericLiteral // safe because it is a numeric literal
}

/** Converts minor units to a number in major units, for charts and CSV. */
export function toMajorUnits(amountCents: number, currency: string): number {
  return amountCents / 10 ** countDecimals(currency)
}

/** Returns the currencies with a nonzero sum, in the order of `CURRENCIES`. */
export function nonzeroCurrencies(...sums: CentsByCurrency[]): Currency[] {
  return CURRENCIES.filter((currency) => sums.some((sum) => (sum[currency] ?? 0) !== 0))
}

/** Sorts sums in the order of `CURRENCIES`. */
export function byCurrency(a: { currency: Currency }, b: { currency: Currency }): number {
  return CURRENCIES.indexOf(a.currency) - CURRENCIES.indexOf(b.currency)
}
