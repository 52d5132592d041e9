import type { Currency } from '../api/types.ts'
import { t } from '../messages/shared-text.ts'
import { digitsOf } from './money.ts'

/**
 * What somebody typed, as an integer of the smallest unit: `49.05` with two digits is 4905. Exact: no float is
 * involved. A comma counts as a point; what may be a thousands separator is refused, `1,250` with three digits too,
 * because it might be meant as either.
 * @returns undefined for what is no such number, is negative, or has more digits behind the point
 */
export function parseDecimal(text: string, digits: number): number | undefined {
  const match = /^(\d{1,16})(?:[.,](\d+))?$/.exec(text.trim())
  if (match === null) return undefined
  const [typed, whole = '', fraction = ''] = match
  if (fraction.length > digits || /^[1-9]\d{0,2},\d{3}$/.test(typed)) return undefined
  const value = Number(whole + fraction.padEnd(digits, '0'))
  return Number.isSafeInteger(value) ? value : undefined
}

/** An amount in the currency's own unit, as minor units. */
export function parseMoney(text: string, currency: Currency): number | undefined {
  return parseDecimal(text, digitsOf(currency))
}

/** What to type instead of what is no amount. */
export function notMoney(currency: Currency): string {
  switch (digitsOf(currency)) {
    case 0:
      return t('format.enterWholeAmountWithoutSeparators')
    case 3:
      return t('format.enterAmountWithUpThree')
    default:
      return t('format.enterAmountWithUpTwo')
  }
}

/** A percentage as basis points: `20` is 2000, `3.5` is 350. */
export function parsePercent(text: string): number | undefined {
  return parseDecimal(text, 2)
}

/** The other way, for the value of an input: 350 with two digits is `3.5`. */
export function writeDecimal(value: number, digits: number): string {
  const padded = String(value).padStart(digits + 1, '0')
  if (digits === 0) return padded
  const fraction = padded.slice(-digits).replace(/0+$/, '')
  return fraction === '' ? padded.slice(0, -digits) : `${padded.slice(0, -digits)}.${fraction}`
}

export function writeMoney(amountCents: number, currency: Currency): string {
  return writeDecimal(amountCents, digitsOf(currency))
}
