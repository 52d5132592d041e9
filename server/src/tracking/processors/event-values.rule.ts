import { isWithinJsonBounds } from '../../core/http/json-bounds.rule.ts'
import { DECIMALS, isCurrency } from '../../core/money/currency.ts'
import { isStorable } from '../../core/text/stored-text.rule.ts'
import { parseInstant } from '../../core/time/instant.rule.ts'
import { processorLimits } from './limits.ts'

/** Readers for single values in events. Undefined always means that the value wasn't sent or is unusable. */

export type Json = Record<string, unknown>

/** Maximum length of a stored ID or metadata value. */
const TEXT_CHARS = 255

/** Maximum number of IDs stored per payment. */
const REFERENCES = 100

/** Events have a few hundred values. An invoice with many lines has a few thousand. */
const BOUNDS = { levels: processorLimits.processorEventLevels, parts: processorLimits.processorEventParts }

/** Parses an event. Returns undefined for invalid JSON, or JSON that is larger or deeper than any event. */
export function parseJson(raw: Buffer): Json | undefined {
  if (!isWithinJsonBounds(raw, BOUNDS)) return undefined
  try {
    return parseObject(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw)))
  } catch {
    return undefined
  }
}

export function parseObject(value: unknown): Json | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined
  return value as Json // safe because JSON.parse created it
}

export function parseList(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(parseObject).filter((item) => item !== undefined) : []
}

/** Returns text that can be stored. Empty text is treated as not sent. */
export function parseText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && isStorable(value, TEXT_CHARS) ? value : undefined
}

/** Returns an ID, including an expanded object's. */
export function parseId(value: unknown): string | undefined {
  return parseText(value) ?? parseText(parseObject(value)?.id)
}

/** Returns an ID that the processor sends as text or as a whole number. */
export function parseNumericId(value: unknown): string | undefined {
  return parseText(isCount(value) ? String(value) : value)
}

/** Returns an ID that is unique across all processors' kinds of objects, such as `shopify_order_123`. */
export function namedId(processor: string, kind: string, value: unknown): string | undefined {
  const id = parseNumericId(value)
  return id === undefined ? undefined : parseText(`${processor}_${kind}_${id}`)
}

/** Converts a list of pairs, such as `[{ name: 'a', value: 1 }]`, to an object. The first of equal names wins. */
export function parsePairs(value: unknown, nameField: 'name' | 'key'): Json {
  const pairs = parseList(value).flatMap((pair) => {
    const name = parseText(pair[nameField])
    return name === undefined ? [] : [[name, pair.value] as const]
  })
  return Object.fromEntries(pairs.reverse())
}

export function limitReferences(references: (string | undefined)[]): string[] {
  return [...new Set(references.filter((reference) => reference !== undefined))].slice(0, REFERENCES)
}

/** Returns an ISO 4217 code in uppercase. */
export function parseCurrency(value: unknown): string | undefined {
  return parseText(value)?.toUpperCase()
}

export function isAmount(value: unknown): value is number {
  return isCount(value) && value > 0
}

/** Returns whether the value is an amount, which may be zero. */
export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

/** Returns minor units that are sent as text, such as `"4900"`. */
export function parseDigits(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d{1,16}$/.test(value)) return undefined
  const count = Number(value)
  return isCount(count) ? count : undefined
}

/**
 * Converts a decimal amount in major units to minor units, using its currency's digits: `"49.9"` USD is 4990, `"500"`
 * JPY is 500, `"1.250"` KWD is 1250. Never computes with fractions.
 * @param value text, or a number as JSON.parse returned it
 * @returns undefined for an unknown currency, a negative amount, or more digits than the currency has, unless they are
 * zeros
 */
export function parseMinorUnits(value: unknown, currency: string | undefined): number | undefined {
  if (currency === undefined || !isCurrency(currency)) return undefined
  const text = typeof value === 'number' ? String(value) : value
  const [, whole, fraction = ''] = typeof text === 'string' ? (DECIMAL.exec(text) ?? []) : []
  if (whole === undefined) return undefined
  const digits = DECIMALS[currency]
  if (/[1-9]/.test(fraction.slice(digits))) return undefined
  return parseDigits(whole + fraction.slice(0, digits).padEnd(digits, '0'))
}

const DECIMAL = /^(\d{1,15})(?:\.(\d{1,15}))?$/

/** The year 9999: databases can't store the local day of a later instant. */
const LAST_INSTANT_SECONDS = 253_370_764_800

/** Returns whether the value is an instant in seconds since 1970. */
export function isInstant(value: unknown): value is number {
  return isCount(value) && value <= LAST_INSTANT_SECONDS
}

/** Returns the instant of an ISO 8601 timestamp with its offset. */
export function parseTimestamp(value: unknown): Date | undefined {
  return typeof value === 'string' ? parseInstant(value) : undefined
}
