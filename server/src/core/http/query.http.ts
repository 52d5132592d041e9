import { limits } from '../config/limits.ts'
import { invalidFieldError } from '../errors/errors.http.ts'
import type { Currency } from '../money/currency.ts'
import { isStorable } from '../text/stored-text.rule.ts'

/**
 * Readers of single query parameters. An omitted parameter is undefined; an invalid or repeated one is a 400
 * `invalid_request` with the parameter's name.
 */
export function readText(query: unknown, field: string): string | undefined {
  return readLongText(query, field, limits.maxIdLength)
}

export function readLongText(query: unknown, field: string, maxChars: number): string | undefined {
  // safe because Fastify parses a query into an object of strings and arrays of strings
  const value = (query as Record<string, unknown>)[field]
  if (value === undefined) return undefined
  if (typeof value === 'string' && isStorable(value, maxChars)) return value
  throw invalidFieldError(field, `${field} must be a single value of at most ${maxChars} characters.`)
}

export function readChoice<const T extends string>(
  query: unknown,
  field: string,
  choices: readonly T[],
): T | undefined {
  const text = readText(query, field)
  if (text === undefined) return undefined
  const choice = choices.find((one) => one === text)
  if (choice === undefined) throw invalidFieldError(field, `${field} must be one of ${choices.join(', ')}.`)
  return choice
}

/** Returns the `currency` in a query, which `readInput` has already validated. */
export function readCurrency(query: unknown): Currency | undefined {
  return readText(query, 'currency') as Currency | undefined // safe because the route's schema says `CurrencyCode`
}

export function readFlag(query: unknown, field: string): boolean {
  return readChoice(query, field, ['true', 'false']) === 'true'
}

/** Reads a positive integer up to `max`. */
export function readPositive(query: unknown, field: string, max: number): number | undefined {
  const text = readText(query, field)
  if (text === undefined) return undefined
  const number = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN
  if (number <= max) return number
  throw invalidFieldError(field, `${field} must be an integer between 1 and ${max}.`)
}

export function readId(query: unknown, field: string): number | undefined {
  return readPositive(query, field, Number.MAX_SAFE_INTEGER)
}

const ID_CHARS = 16

/** Reads distinct, comma-separated IDs. At least one is required. */
export function readIds(query: unknown, field: string, max: number): number[] {
  // safe because Fastify parses a query into an object of strings and arrays of strings
  const text = (query as Record<string, unknown>)[field]
  const isShort = typeof text === 'string' && text.length < max * (ID_CHARS + 1)
  const ids = isShort ? [...new Set(text.split(','))].map(toId) : []
  if (ids.length > 0 && ids.length <= max && ids.every(Number.isSafeInteger)) return ids
  throw invalidFieldError(field, `${field} must contain 1 to ${max} IDs, separated by commas.`)
}

function toId(text: string): number {
  return /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN
}

/** Parses an ID from a path: a positive safe integer. Returns undefined if it is invalid. */
export function parseId(text: string): number | undefined {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(id) ? id : undefined
}
