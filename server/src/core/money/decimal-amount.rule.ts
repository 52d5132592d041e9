import { type Currency, DECIMALS } from './currency.ts'

/**
 * Formats minor units as an exact decimal for spreadsheets: 4,905 USD is `49.05`, 250,000 VND is `250000`. Sums may be
 * given as a string of digits.
 */
export function decimalAmount(amount_cents: number | bigint | string, currency: Currency): string {
  const decimals = DECIMALS[currency]
  const text = String(amount_cents)
  const sign = text.startsWith('-') ? '-' : ''
  const digits = text.slice(sign.length).padStart(decimals + 1, '0')
  return decimals === 0 ? text : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/**
 * Formats minor units as an exact decimal with thousands separators: 123,456,789 USD is `1,234,567.89`, 250,000 VND is
 * `250,000`.
 */
export function groupedAmount(amount_cents: number | bigint | string, currency: Currency): string {
  return groupThousands(decimalAmount(amount_cents, currency))
}

export function groupThousands(decimal: number | string): string {
  return String(decimal).replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(?:\d{3})+$)/g, ','))
}
