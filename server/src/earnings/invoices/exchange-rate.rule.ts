import { BASE_CURRENCY, type Currency, DECIMALS } from '../../core/money/currency.ts'
import { divideHalfUp } from '../../core/money/money.rule.ts'

/** An exact rate in US dollars for one unit of a currency: `digits / 10^scale`. */
export interface ExchangeRate {
  digits: bigint
  scale: number
}

/** Rates for currencies other than USD, as entered and as parsed. */
export type ExchangeRates = Map<Currency, { text: string; rate: ExchangeRate }>

export const USD_RATE: ExchangeRate = { digits: 1n, scale: 0 }

/**
 * Parses a rate such as `1.0832`, with at most 9 digits before the point and 12 after it.
 * @returns undefined for an invalid rate or zero
 */
export function parseExchangeRate(text: string): ExchangeRate | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,12}))?$/.exec(text)
  if (match === null) return undefined
  const [, whole = '', fraction = ''] = match
  const digits = BigInt(whole + fraction)
  return digits === 0n ? undefined : { digits, scale: fraction.length }
}

/**
 * Converts an amount in minor units to US cents, rounded half up. 10,000 EUR cents at 1.0832 are 10,832 cents;
 * 1,000,000 VND (no minor unit) at 0.0000393 are 3,930; 1,500 Kuwaiti fils (three decimals) at 3.25 are 488.
 */
export function usdCents(amount_cents: number, currency: Currency, { digits, scale }: ExchangeRate): bigint {
  const dollars = BigInt(amount_cents) * digits
  return divideHalfUp(
    dollars * 10n ** BigInt(DECIMALS[BASE_CURRENCY]),
    10n ** BigInt(scale + DECIMALS[currency]),
  )
}
