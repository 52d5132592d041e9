import { Temporal } from 'temporal-polyfill'
import { shiftToPreviousYear } from './previous-year.rule.ts'
import {
  calendarDays,
  dayAfter,
  endOfReportDay,
  isReportDay,
  reportDay,
  startOfReportDay,
} from './report-day.rule.ts'
import { DAY_MS } from './time.ts'

/** The query parameters as sent. */
export interface PeriodQuery {
  period?: string
  dateFrom?: string
  dateTo?: string
  /** The comparison: `previous` or `year`. A custom comparison uses `compareFrom` and `compareTo` instead. */
  compare?: string
  compareFrom?: string
  compareTo?: string
}

/** The program's time settings. */
export interface ProgramTimeSettings {
  timeZone: string
  createdAt: Date
  /** The first local day with an event; undefined if none. */
  firstDay: string | undefined
}

/** The resolved period: the range of D38 or D39 and its comparison, by default the equally long range before it. */
export interface ReportPeriod {
  kind: 'period'
  /** The `period` as sent, `7d` by default (D40). */
  name: string
  current: ReportWindow
  previous: ReportWindow
}

/** Why the period is invalid. `field` is the name of the query parameter. */
export interface PeriodError {
  kind: 'rejected'
  field: keyof PeriodQuery
  message: string
}

/** A span of time, both instants included. */
export interface Span {
  from: Date
  to: Date
}

/** A range split at the midnights of the program's time zone. */
export interface ReportWindow extends Span {
  /** Every local day that overlaps the range, in order. */
  days: string[]
  /** The first and last fully contained day; undefined if none. */
  wholeDays: { first: string; last: string } | undefined
  /** Partially contained days: at most the first and the last. */
  partialDays: PartialDay[]
}

export interface PartialDay extends Span {
  day: string
}

const DAYS_BY_PERIOD = new Map([
  ['7d', 7],
  ['30d', 30],
  ['90d', 90],
])

const DATE = /^\d{4}-\d{2}-\d{2}$/
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.]\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/i

/** All bounds, including the previous period's, have an ISO 8601 form with a four-digit year. */
const EARLIEST_MS = Date.UTC(1970, 0, 1)
const LATEST_YEAR = 9998
const LATEST_MS = Date.UTC(LATEST_YEAR + 1, 0, 1)

/**
 * Resolves the range of a performance query and its comparison (D38, D39, D40). All days are in the program's time
 * zone. An error becomes a 400 `invalid_request`.
 */
export function reportPeriod(
  query: PeriodQuery,
  now: Date,
  program: ProgramTimeSettings,
  { customRangeDays }: { customRangeDays: number },
): ReportPeriod | PeriodError {
  const { timeZone } = program
  const name = query.period ?? '7d'
  const range =
    query.dateFrom === undefined && query.dateTo === undefined
      ? namedRange(name, now, program)
      : customRange(query, OWN_RANGE, timeZone, customRangeDays)
  if ('kind' in range) return range
  const comparison = comparedRange(query, range, timeZone, customRangeDays)
  if ('kind' in comparison) return comparison
  return {
    kind: 'period',
    name,
    current: splitAtMidnights(range, timeZone),
    previous: splitAtMidnights(comparison, timeZone),
  }
}

/**
 * Returns whole days up to today (D38). `all` begins on the day the program was created, or earlier on the first day
 * with an event, because sales may be backdated.
 */
function namedRange(
  name: string,
  now: Date,
  { timeZone, createdAt, firstDay }: ProgramTimeSettings,
): Span | PeriodError {
  const today = reportDay(now, timeZone)
  const to = endOfReportDay(today, timeZone)
  const days = DAYS_BY_PERIOD.get(name)
  if (days !== undefined) {
    return { from: startOfReportDay(dayAfter(today, 1 - days), timeZone), to }
  }
  if (name === 'all') {
    const first = [
      today,
      reportDay(createdAt, timeZone),
      ...(firstDay === undefined ? [] : [firstDay]),
    ].sort()
    return { from: startOfReportDay(first[0] ?? today, timeZone), to }
  }
  return reject('period', 'period must be 7d, 30d, 90d or all.')
}

/** The parameters of a custom range. */
interface RangeNames {
  first: 'dateFrom' | 'compareFrom'
  last: 'dateTo' | 'compareTo'
}

const OWN_RANGE = { first: 'dateFrom', last: 'dateTo' } as const
const COMPARED_RANGE = { first: 'compareFrom', last: 'compareTo' } as const

/** Returns a custom range (D39): a date means that whole local day, a date-time is exact. */
function customRange(
  query: PeriodQuery,
  { first, last }: RangeNames,
  timeZone: string,
  maxDays: number,
): Span | PeriodError {
  const [begin, end] = [query[first], query[last]]
  if (begin === undefined) return reject(first, `${last} requires ${first}.`)
  if (end === undefined) return reject(last, `${first} requires ${last}.`)
  const from = readInstant(begin, timeZone, 'first')
  if (from === undefined) return reject(first, `${first} ${BOUND_FORM}`)
  const to = readInstant(end, timeZone, 'last')
  if (to === undefined) return reject(last, `${last} ${BOUND_FORM}`)
  if (from > to) return reject(first, `${first} must not be after ${last}.`)
  if (isTooLong({ from, to }, timeZone, maxDays)) {
    return reject(last, `The range must not exceed ${maxDays} days.`)
  }
  return { from, to }
}

/** Resolves the comparison. The two ranges may differ in length and may overlap. */
function comparedRange(
  query: PeriodQuery,
  range: Span,
  timeZone: string,
  maxDays: number,
): Span | PeriodError {
  const { compare, compareFrom, compareTo } = query
  const hasOwnDates = compareFrom !== undefined || compareTo !== undefined
  if (hasOwnDates && compare !== undefined) {
    return reject('compare', 'compare can’t be combined with compareFrom or compareTo.')
  }
  if (hasOwnDates) return customRange(query, COMPARED_RANGE, timeZone, maxDays)
  if (compare === undefined || compare === 'previous') return spanBefore(range)
  if (compare === 'year') return shiftToPreviousYear(range, timeZone)
  return reject(
    'compare',
    'compare must be previous or year. For other dates, use compareFrom and compareTo.',
  )
}

const BOUND_FORM =
  'must be an ISO 8601 date such as 2026-03-01 or date-time such as 2026-03-01T10:00:00Z (send "+" as %2B), between 1970 and 9998.'

/**
 * Returns a bound's instant, or undefined if it is invalid. A date is its first or last millisecond; a date-time
 * without an offset is in the program's time zone. More precise bounds are rounded to the first millisecond within the
 * range.
 */
export function readInstant(text: string, timeZone: string, bound: 'first' | 'last'): Date | undefined {
  const instant = DATE.test(text)
    ? readDate(text, timeZone, bound)
    : DATE_TIME.test(text)
      ? readDateTime(text, timeZone, bound)
      : undefined
  const isSupportedInstant =
    instant !== undefined && instant.getTime() >= EARLIEST_MS && instant.getTime() < LATEST_MS
  return isSupportedInstant ? instant : undefined
}

function readDate(text: string, timeZone: string, edge: 'first' | 'last'): Date | undefined {
  const date = ignoreImpossibleDate(() => Temporal.PlainDate.from(text))
  // The last day of 9999 would end in a year with five digits.
  if (date === undefined || date.year > LATEST_YEAR) return undefined
  return edge === 'first' ? startOfReportDay(text, timeZone) : endOfReportDay(text, timeZone)
}

function readDateTime(text: string, timeZone: string, edge: 'first' | 'last'): Date | undefined {
  const hasOffset = /(Z|[+-]\d{2}:\d{2})$/i.test(text)
  const instant = ignoreImpossibleDate(() =>
    hasOffset
      ? Temporal.Instant.from(text)
      : Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).toInstant(),
  )
  return instant === undefined
    ? undefined
    : new Date(
        instant.round({ smallestUnit: 'millisecond', roundingMode: edge === 'first' ? 'ceil' : 'floor' })
          .epochMilliseconds,
      )
}

/** Returns undefined for impossible dates (`2026-02-30`), for which Temporal throws. */
function ignoreImpossibleDate<T>(parse: () => T): T | undefined {
  try {
    return parse()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Counts calendar days, so that clock changes neither add nor remove one. */
function isTooLong({ from, to }: Span, timeZone: string, maxDays: number): boolean {
  const limit = Temporal.Instant.fromEpochMilliseconds(from.getTime())
    .toZonedDateTimeISO(timeZone)
    .add({ days: maxDays })
  return to.getTime() >= limit.epochMilliseconds
}

/** Returns the window of equal length, to the millisecond, that ends 1 ms earlier (D38, D39). */
function spanBefore({ from, to }: Span): Span {
  const lengthMs = to.getTime() + 1 - from.getTime()
  return { from: new Date(from.getTime() - lengthMs), to: new Date(from.getTime() - 1) }
}

function splitAtMidnights(span: Span, timeZone: string): ReportWindow {
  const days = daysBetween(reportDay(span.from, timeZone), reportDay(span.to, timeZone), timeZone)
  const partialDays = [...new Set([days.at(0), days.at(-1)])]
    .filter((day) => day !== undefined)
    .flatMap((day) => toPartialDay(day, span, timeZone) ?? [])
  // Only the first and last day can be partial.
  const isPartial = (day: string | undefined) => partialDays.some((partial) => partial.day === day)
  const wholeDays = days.slice(isPartial(days.at(0)) ? 1 : 0, isPartial(days.at(-1)) ? -1 : undefined)
  const [first, last] = [wholeDays.at(0), wholeDays.at(-1)]
  return {
    ...span,
    days,
    wholeDays: first === undefined || last === undefined ? undefined : { first, last },
    partialDays,
  }
}

/** Returns the part of a day within the range, or undefined if the whole day is. */
function toPartialDay(day: string, span: Span, timeZone: string): PartialDay | undefined {
  const start = startOfReportDay(day, timeZone)
  const end = endOfReportDay(day, timeZone)
  if (span.from <= start && span.to >= end) return undefined
  const fromMs = Math.max(span.from.getTime(), start.getTime())
  const toMs = Math.min(span.to.getTime(), end.getTime())
  return { day, from: new Date(fromMs), to: new Date(toMs) }
}

/**
 * Returns every local day from first to last. If the range is shorter than its calendar days, the time zone skipped
 * one.
 */
function daysBetween(first: string, last: string, timeZone: string): string[] {
  const days = calendarDays(first, last)
  const elapsedMs = startOfReportDay(last, timeZone).getTime() - startOfReportDay(first, timeZone).getTime()
  const isWhole = Math.round(elapsedMs / DAY_MS) === days.length - 1
  return isWhole ? days : days.filter((day) => isReportDay(day, timeZone))
}

function reject(field: keyof PeriodQuery, message: string): PeriodError {
  return { kind: 'rejected', field, message }
}
