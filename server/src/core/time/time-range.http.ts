import Type from 'typebox'
import { invalidFieldError } from '../errors/errors.http.ts'
import { readText } from '../http/query.http.ts'
import { readInstant } from './report-period.rule.ts'

const BOUND = "ISO 8601; a date means that whole day in the program's time zone."

/** The query parameters that `readTimeRange` reads. */
export const rangeParameters = {
  from: Type.Optional(Type.String({ description: `Start of the range. ${BOUND}` })),
  to: Type.Optional(Type.String({ description: `End of the range. ${BOUND}` })),
}

export interface TimeRange {
  from: Date | undefined
  to: Date | undefined
}

/** Reads `from` and `to` independently: a date-time is exact, a date means that whole local day (D39). */
export function readTimeRange(query: unknown, timeZone: string): TimeRange {
  const from = readBound(query, 'from', timeZone, 'first')
  const to = readBound(query, 'to', timeZone, 'last')
  if (from !== undefined && to !== undefined && from > to)
    throw invalidFieldError('from', 'from must not be after to.')
  return { from, to }
}

function readBound(query: unknown, field: 'from' | 'to', timeZone: string, bound: 'first' | 'last') {
  const text = readText(query, field)
  if (text === undefined) return undefined
  const instant = readInstant(text, timeZone, bound)
  if (instant !== undefined) return instant
  throw invalidFieldError(
    field,
    `${field} must be an ISO 8601 date or date-time, such as 2026-03-01T10:00:00Z.`,
  )
}
