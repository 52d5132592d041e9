import { Temporal } from 'temporal-polyfill'
import {
  calendarDays,
  dayAfter,
  endOfReportDay,
  isReportDay,
  reportDay,
  startOfReportDay,
} from './report-day.rule.ts'
import { DAY_MS } from './time.ts'
import { yearBefore } from './year-before.rule.ts'

/** What a dashboard asks for, as it was sent. */
export interface PeriodQuery {
  period?: string
  dateFrom?: string
  dateTo?: string
  /** What the range is compared with: `previous` or `year`; else its own range. */
  compare?: string
  compareFrom?: string
  compareTo?: string
}

/** What the program says about its days. */
export interface PeriodProgram {
  timeZone: string
  createdAt: Date
  /** The first local day that has an event; undefined when none has. */
  firstDay: string | undefined
}

/** The answered period: D38's or D39's range and what it is compared with: out of the box the equally long one before it. */
export interface ReportPeriod {
  kind: 'period'
  /** D40: the `period` sent, `7d` when none is sent. */
  name: string
  current: ReportWindow
  previous: ReportWindow
}

/** Why no period can be answered; `field` names the query parameter. */
export interface PeriodError {
  kind: 'refused'
  field: keyof PeriodQuery
  message: string
}

/** A stretch of time; both instants belong to it. */
export interface Span {
  from: Date
  to: Date
}

/** A range cut at the midnights of the program's time zone. */
export interface ReportWindow extends Span {
  /** Every local day the range touches, in order. */
  days: string[]
  /** The first and last of the days that lie in the range as a whole; undefined when none does. */
  wholeDays: { first: string; last: string } | undefined
  /** The days the range holds only a part of: at most its first and its last. */
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

/** Every bound in between has an ISO 8601 form of four-digit years, and so has the period before it. */
const EARLIEST_MS = Date.UTC(1970, 0, 1)
const LATEST_YEAR = 9998
const LATEST_MS = Date.UTC(LATEST_YEAR + 1, 0, 1)

/**
 * The range a performance query means, and the one it is compared with (D38, D39, D40). All days are days
 * of the program's time zone. A refusal becomes 400 `invalid_request`.
 */
export function reportPeriod(
  query: PeriodQuery,
  now: Date,
  program: PeriodProgram,
  { customRangeDays }: { customRangeDays: number },
): ReportPeriod | PeriodError {
  const { timeZone } = program
  const name = query.period ?? '7d'
  const range =
    query.dateFrom === undefined && query.dateTo === undefined
      ? namedRange(name, now, program)
      : customRange(query, OWN_RANGE, timeZone, customRangeDays)
  if ('kind' in range) return range
  const compared = comparedRange(query, range, timeZone, customRangeDays)
  if ('kind' in compared) return compared
  return {
    kind: 'period',
    name,
    current: cutAtMidnights(range, timeZone),
    previous: cutAtMidnights(compared, timeZone),
  }
}

/**
 * D38: whole days up to today; `all` begins on the day the program was created, or on the first that has an event: a sale
 * may be dated before.
 */
function namedRange(
  name: string,
  now: Date,
  { timeZone, createdAt, firstDay }: PeriodProgram,
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
  return refused('period', 'period takes 7d, 30d, 90d or all.')
}

/** The parameters that say a range. */
interface RangeNames {
  first: 'dateFrom' | 'compareFrom'
  last: 'dateTo' | 'compareTo'
}

const OWN_RANGE = { first: 'dateFrom', last: 'dateTo' } as const
const COMPARED_RANGE = { first: 'compareFrom', last: 'compareTo' } as const

/** D39: a date is that whole local day, a date-time counts to the exact instant. */
function customRange(
  query: PeriodQuery,
  { first, last }: RangeNames,
  timeZone: string,
  mostDays: number,
): Span | PeriodError {
  const [begin, end] = [query[first], query[last]]
  if (begin === undefined) return refused(first, `${last} takes ${first} beside it.`)
  if (end === undefined) return refused(last, `${first} takes ${last} beside it.`)
  const from = readInstant(begin, timeZone, 'first')
  if (from === undefined) return refused(first, `${first} ${BOUND_FORM}`)
  const to = readInstant(end, timeZone, 'last')
  if (to === undefined) return refused(last, `${last} ${BOUND_FORM}`)
  if (from > to) return refused(first, `${first} is after ${last}.`)
  if (isTooLong({ from, to }, timeZone, mostDays)) {
    return refused(last, `The range is longer than ${mostDays} days.`)
  }
  return { from, to }
}

/** What the range is compared with. The two need not be equally long, nor lie apart. */
function comparedRange(
  query: PeriodQuery,
  range: Span,
  timeZone: string,
  mostDays: number,
): Span | PeriodError {
  const { compare, compareFrom, compareTo } = query
  const hasOwnDates = compareFrom !== undefined || compareTo !== undefined
  if (hasOwnDates && compare !== undefined) {
    return refused('compare', 'compare takes neither compareFrom nor compareTo beside it.')
  }
  if (hasOwnDates) return customRange(query, COMPARED_RANGE, timeZone, mostDays)
  if (compare === undefined || compare === 'previous') return spanBefore(range)
  if (compare === 'year') return yearBefore(range, timeZone)
  return refused('compare', 'compare takes previous or year; own dates are compareFrom and compareTo.')
}

const BOUND_FORM =
  'takes an ISO 8601 date such as 2026-03-01, or a date-time such as 2026-03-01T10:00:00Z (a "+" in it is sent as %2B), of the years 1970 to 9998.'

/**
 * The instant a bound means, or undefined when it means none. A date is its first or its last millisecond.
 * A date-time without an offset is on the clock of the program's time zone, as the days are. Events have
 * whole milliseconds: of a finer bound, the first one within the range counts.
 */
export function readInstant(text: string, timeZone: string, edge: 'first' | 'last'): Date | undefined {
  const instant = DATE.test(text)
    ? readDate(text, timeZone, edge)
    : DATE_TIME.test(text)
      ? readDateTime(text, timeZone, edge)
      : undefined
  const isInReach = instant !== undefined && instant.getTime() >= EARLIEST_MS && instant.getTime() < LATEST_MS
  return isInReach ? instant : undefined
}

function readDate(text: string, timeZone: string, edge: 'first' | 'last'): Date | undefined {
  const date = unlessImpossible(() => Temporal.PlainDate.from(text))
  // The last day of the year 9999 would end where a day begins that has no name of four digits.
  if (date === undefined || date.year > LATEST_YEAR) return undefined
  return edge === 'first' ? startOfReportDay(text, timeZone) : endOfReportDay(text, timeZone)
}

function readDateTime(text: string, timeZone: string, edge: 'first' | 'last'): Date | undefined {
  const hasOffset = /(Z|[+-]\d{2}:\d{2})$/i.test(text)
  const instant = unlessImpossible(() =>
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

/** Temporal refuses a date that no calendar has (`2026-02-30`) by throwing; here that is one of the answers. */
function unlessImpossible<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Days are counted on the calendar, so that a change of the clock neither adds nor takes one. */
function isTooLong({ from, to }: Span, timeZone: string, mostDays: number): boolean {
  const limit = Temporal.Instant.fromEpochMilliseconds(from.getTime())
    .toZonedDateTimeISO(timeZone)
    .add({ days: mostDays })
  return to.getTime() >= limit.epochMilliseconds
}

/** The window of equal length to the millisecond that ends 1 ms before (D38, D39). */
function spanBefore({ from, to }: Span): Span {
  const lengthMs = to.getTime() + 1 - from.getTime()
  return { from: new Date(from.getTime() - lengthMs), to: new Date(from.getTime() - 1) }
}

function cutAtMidnights(span: Span, timeZone: string): ReportWindow {
  const days = daysBetween(reportDay(span.from, timeZone), reportDay(span.to, timeZone), timeZone)
  const partialDays = [...new Set([days.at(0), days.at(-1)])]
    .filter((day) => day !== undefined)
    .flatMap((day) => partOf(day, span, timeZone) ?? [])
  // Only the first and the last of the days can be partial.
  const isPartial = (day: string | undefined) => partialDays.some((partial) => partial.day === day)
  const whole = days.slice(isPartial(days.at(0)) ? 1 : 0, isPartial(days.at(-1)) ? -1 : undefined)
  const [first, last] = [whole.at(0), whole.at(-1)]
  return {
    ...span,
    days,
    wholeDays: first === undefined || last === undefined ? undefined : { first, last },
    partialDays,
  }
}

/** The part of a day that lies in the span, or undefined when it is all of it. */
function partOf(day: string, span: Span, timeZone: string): PartialDay | undefined {
  const start = startOfReportDay(day, timeZone)
  const end = endOfReportDay(day, timeZone)
  if (span.from <= start && span.to >= end) return undefined
  const fromMs = Math.max(span.from.getTime(), start.getTime())
  const toMs = Math.min(span.to.getTime(), end.getTime())
  return { day, from: new Date(fromMs), to: new Date(toMs) }
}

/** Every local day from the first to the last. Only where time is short of the calendar can one have been left out. */
function daysBetween(first: string, last: string, timeZone: string): string[] {
  const days = calendarDays(first, last)
  const passedMs = startOfReportDay(last, timeZone).getTime() - startOfReportDay(first, timeZone).getTime()
  const isWhole = Math.round(passedMs / DAY_MS) === days.length - 1
  return isWhole ? days : days.filter((day) => isReportDay(day, timeZone))
}

function refused(field: keyof PeriodQuery, message: string): PeriodError {
  return { kind: 'refused', field, message }
}
