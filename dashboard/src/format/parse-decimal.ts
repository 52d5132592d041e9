import type { Currency } from '../api/types.ts'
import { t } from '../messages/shared-text.ts'
import { countDecimals } from './money.ts'

/**
 * Parses user input as an integer in the smallest unit: `49.05` with two digits is 4905, without floats. A
 * comma counts as a decimal point; `1,250` with three digits is rejected as ambiguous.
 * @returns undefined for invalid or negative numbers, and for too many decimals
 */
export function parseDecimal(text: string, digits: number): number | undefined {
  const match = /^(\d{1,16})(?:[.,](\d+))?$/.exec(text.trim())
  if (match === null) return undefined
  const [typed, whole = '', fraction = ''] = match
  if (fraction.length > digits || /^[1-9]\d{0,2},\d{3}$/.test(typed)) return undefined
  const value = Number(whole + fraction.padEnd(digits, '0'))
  return Number.isSafeInteger(value) ? value : undefined
}

/** Parses an amount in major units as minor units. */
export function parseMoney(text: string, currency: Currency): number | undefined {
  return parseDecimal(text, countDecimals(currency))
}

/** Returns the error for an invalid amount, with an example. */
export function moneyError(currency: Currency): string {
  switch (countDecimals(currency)) {
    case 0:
      return t('format.enterWholeAmountWithoutSeparators')
    case 3:
      return t('format.enterAmountWithUpThree')
    default:
      return t('format.enterAmountWithUpTwo')
  }
}

/** Parses a percentage as basis points: `20` is 2000, `3.5` is 350. */
export function parsePercent(text: string): number | undefined {
  return parseDecimal(text, 2)
}

/** Formats a value for an input: 350 with two digits is `3.5`. */
export function formatDecimalInput(value: number, digits: number): string {
  const padded = String(value).padStart(digits + 1, '0')
  if (digits === 0) return padded
  const fraction = padded.slice(-digits).replace(/0+$/, '')
  return fraction === '' ? padded.slice(0, -digits) : `${padded.slice(0, -digits)}.${fraction}`
}

export function formatMoneyInput(amountCents: number, currency: Currency): string {
  return formatDecimalInput(amountCents, countDecimals(currency))
}
