import { type Currency, DECIMALS } from './currency.ts'

/**
 * Minor units written in the currency's own unit, for people who calculate on in a spreadsheet: 4,905 USD is
 * `49.05`, 250,000 VND is `250000`. Exact: no division, only a point. A sum may come as its digits.
 */
export function decimalAmount(amount_cents: number | bigint | string, currency: Currency): string {
  const decimals = DECIMALS[currency]
  const text = String(amount_cents)
  const sign = text.startsWith('-') ? '-' : ''
  const digits = text.slice(sign.length).padStart(decimals + 1, '0')
  return decimals === 0 ? text : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** The same for people who read it: 123,456,789 USD is `1,234,567.89`, 250,000 VND is `250,000`. */
export function groupedAmount(amount_cents: number | bigint | string, currency: Currency): string {
  return groupThousands(decimalAmount(amount_cents, currency))
}

/** The digits before the point in groups of three. */
export function groupThousands(decimal: number | string): string {
  return String(decimal).replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(?:\d{3})+$)/g, ','))
}
