import { isStorable } from '../../core/text/stored-text.rule.ts'
import { amountOfStripe } from './stripe-amount.rule.ts'

/** Readers of single values in Stripe's objects. Undefined always means that the value was not sent or is unusable. */

export type Json = Record<string, unknown>

/** Maximum length of a stored ID or metadata value. */
const TEXT_CHARS = 255

/** Maximum number of IDs stored per payment. */
const REFERENCES = 100

export function objectOf(value: unknown): Json | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined
  return value as Json // safe because JSON.parse created it
}

export function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(objectOf).filter((item) => item !== undefined) : []
}

/** Returns storable text. Empty text counts as not sent. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && isStorable(value, TEXT_CHARS) ? value : undefined
}

/** Returns an ID, including that of an expanded object. */
export function idOf(value: unknown): string | undefined {
  return textOf(value) ?? textOf(objectOf(value)?.id)
}

export function storable(references: (string | undefined)[]): string[] {
  return [...new Set(references.filter((reference) => reference !== undefined))].slice(0, REFERENCES)
}

/** Returns an ISO 4217 code in upper case. */
export function currencyOf(value: unknown): string | undefined {
  return textOf(value)?.toUpperCase()
}

/** Returns a positive Stripe amount in minor units. */
export function amountOf(value: unknown, currency: string | undefined): number | undefined {
  const amount = isAmount(value) ? amountOfStripe(value, currency) : undefined
  return isAmount(amount) ? amount : undefined
}

export function isAmount(value: unknown): value is number {
  return isCount(value) && value > 0
}

/** Returns whether the value is an amount, which may be zero. */
export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

/** The year 9999: databases can't store the local day of a later instant. */
const LAST_INSTANT_SECONDS = 253_370_764_800

/** Returns whether the value is an instant in seconds since 1970. */
export function isInstant(value: unknown): value is number {
  return isCount(value) && value <= LAST_INSTANT_SECONDS
}
