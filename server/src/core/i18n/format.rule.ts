import { LRUCache } from 'lru-cache'
import type { Language } from '../enums.ts'
import { type Currency, DECIMALS } from '../money/currency.ts'
import { decimalAmount } from '../money/decimal-amount.rule.ts'

export const LOCALES: Readonly<Record<Language, string>> = {
  en: 'en-US',
  de: 'de-DE',
  fr: 'fr-FR',
  es: 'es-ES',
  'pt-BR': 'pt-BR',
  vi: 'vi-VN',
}

/** Caches formatters. Time zones are part of the key, and there are hundreds of them. */
const formatters = new LRUCache<string, Intl.NumberFormat | Intl.DateTimeFormat>({ max: 200 })

function cache<T extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, create: () => T): T {
  // safe because a key names the kind of its formatter
  const cached = formatters.get(key) as T | undefined
  if (cached !== undefined) return cached
  const created = create()
  formatters.set(key, created)
  return created
}

/** Formats minor units exactly: `$1,234.56`, or `1.234,56 €` in German. A sum may be given as a string of digits. */
export function amountText(language: Language, cents: number | bigint | string, currency: Currency): string {
  const digits = DECIMALS[currency]
  const formatter = cache(
    `money ${language} ${currency}`,
    () =>
      new Intl.NumberFormat(LOCALES[language], {
        style: 'currency',
        currency,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
  )
  // safe because `decimalAmount` returns a decimal literal, which `format` takes without loss of precision
  return formatter.format(decimalAmount(cents, currency) as Intl.StringNumericLiteral)
}

/** Formats basis points: 1250 is `12.5%`. */
export function rateText(language: Language, bps: number): string {
  const formatter = cache(
    `percent ${language}`,
    () => new Intl.NumberFormat(LOCALES[language], { style: 'percent', maximumFractionDigits: 2 }),
  )
  return formatter.format(bps / 10_000)
}

/** `Mar 17, 2026, 12:00 PM (UTC)`. */
export function instantText(language: Language, at: Date | string, timeZone = 'UTC'): string {
  const formatter = cache(
    `instant ${language} ${timeZone}`,
    () =>
      new Intl.DateTimeFormat(LOCALES[language], {
        dateStyle: 'medium',
        timeStyle: 'short',
        timeZone,
      }),
  )
  // The narrow space before AM and PM is missing from many mail programs' fonts.
  return `${formatter.format(new Date(at)).replace('\u202f', ' ')} (${timeZone})`
}

/** `March 17, 2026`. */
export function dayText(language: Language, at: Date | string, timeZone = 'UTC'): string {
  const formatter = cache(
    `day ${language} ${timeZone}`,
    () => new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone }),
  )
  return formatter.format(new Date(at))
}

/**
 * Formats a month.
 * @param month such as `2026-01`, which becomes `January 2026` in English
 */
export function monthText(language: Language, month: string): string {
  const formatter = cache(
    `month ${language}`,
    () => new Intl.DateTimeFormat(LOCALES[language], { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  )
  return formatter.format(new Date(`${month}-01T00:00:00Z`))
}

/** Formats a list: `a, b and c`. */
export function listText(language: Language, items: readonly string[]): string {
  return new Intl.ListFormat(LOCALES[language]).format(items)
}
