import Type from 'typebox'
import { limits } from '../config.ts'
import { readInstant } from '../rules/report-period.ts'
import { isStorable } from '../rules/stored-text.ts'
import { invalidField } from './errors.ts'

/**
 * Readers of one query parameter each. What is not sent is undefined; what is wrong, or sent twice, is
 * 400 `invalid_request` naming the parameter; a parameter nobody asks for is ignored.
 */
export function readText(query: unknown, field: string): string | undefined {
  // safe because Fastify parses a query into an object of strings and arrays of strings
  const value = (query as Record<string, unknown>)[field]
  if (value === undefined) return undefined
  if (typeof value === 'string' && isStorable(value, limits.idChars)) return value
  throw invalidField(field, `${field} takes one text of at most ${limits.idChars} characters.`)
}

export function readChoice<const T extends string>(
  query: unknown,
  field: string,
  choices: readonly T[],
): T | undefined {
  const text = readText(query, field)
  if (text === undefined) return undefined
  const choice = choices.find((one) => one === text)
  if (choice === undefined) throw invalidField(field, `${field} takes one of ${choices.join(', ')}.`)
  return choice
}

export function readFlag(query: unknown, field: string): boolean {
  return readChoice(query, field, ['true', 'false']) === 'true'
}

/** A positive integer of at most `most`. */
export function readPositive(query: unknown, field: string, most: number): number | undefined {
  const text = readText(query, field)
  if (text === undefined) return undefined
  const number = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN
  if (number <= most) return number
  throw invalidField(field, `${field} takes a whole number from 1 to ${most}.`)
}

export function readId(query: unknown, field: string): number | undefined {
  return readPositive(query, field, Number.MAX_SAFE_INTEGER)
}

const ID_CHARS = 16

/** Several ids with commas between them, each once; one is the least. */
export function readIds(query: unknown, field: string, most: number): number[] {
  // safe because Fastify parses a query into an object of strings and arrays of strings
  const text = (query as Record<string, unknown>)[field]
  const isShort = typeof text === 'string' && text.length < most * (ID_CHARS + 1)
  const ids = isShort ? [...new Set(text.split(','))].map(toId) : []
  if (ids.length > 0 && ids.length <= most && ids.every(Number.isSafeInteger)) return ids
  throw invalidField(field, `${field} takes from 1 to ${most} ids with commas between them.`)
}

function toId(text: string): number {
  return /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN
}

const BOUND = "ISO 8601; a date is that whole day in the program's time zone."

/** The query parameters `readTimeRange` reads. */
export const rangeParameters = {
  from: Type.Optional(Type.String({ description: `Nothing before. ${BOUND}` })),
  to: Type.Optional(Type.String({ description: `Nothing after. ${BOUND}` })),
}

export interface TimeRange {
  from: Date | undefined
  to: Date | undefined
}

/** `from` and `to`, each by itself: a date-time to the exact instant, a date as that whole local day (D39). */
export function readTimeRange(query: unknown, timeZone: string): TimeRange {
  const from = readBound(query, 'from', timeZone, 'first')
  const to = readBound(query, 'to', timeZone, 'last')
  if (from !== undefined && to !== undefined && from > to) throw invalidField('from', 'from is after to.')
  return { from, to }
}

function readBound(query: unknown, field: 'from' | 'to', timeZone: string, edge: 'first' | 'last') {
  const text = readText(query, field)
  if (text === undefined) return undefined
  const instant = readInstant(text, timeZone, edge)
  if (instant !== undefined) return instant
  throw invalidField(field, `${field} takes an ISO 8601 date or date-time, such as 2026-03-01T10:00:00Z.`)
}
