import { Temporal } from 'temporal-polyfill'
import { DAY_MS } from '../platform/time.ts'

/** Bounds the memory of `spansByUtcDay`; a full one starts anew. */
const SPANS_KEPT = 4096

/** One local day: it begins where the one before it ends, so the days of a zone cover time without a gap. */
interface DaySpan {
  day: string
  endMs: number
}

/** The time zone database does not change while the process runs, so what was found stays true. */
const spansByUtcDay = new Map<string, DaySpan[]>()

/**
 * The local calendar day (`YYYY-MM-DD`) of an instant in an IANA time zone: the day every statistic is
 * counted on (D38). Fast enough for every click: a look-up, except for the first instant of a day.
 * @throws {RangeError} when the zone is unknown
 */
export function reportDay(instant: Date, timeZone: string): string {
  const ms = instant.getTime()
  const utcDay = Math.floor(ms / DAY_MS)
  for (const span of spansWithin(utcDay, timeZone)) {
    if (ms < span.endMs) return span.day
  }
  throw new RangeError(`no local day in ${timeZone} holds the instant ${ms}`)
}

/**
 * The first instant of a local day. A midnight that a clock change skips or repeats is its first instant
 * after or of it, so a day may have 23 or 25 hours.
 * @throws {RangeError} when the zone is unknown
 */
export function startOfReportDay(day: string, timeZone: string): Date {
  return new Date(startMs(Temporal.PlainDate.from(day), timeZone))
}

/** The last millisecond of a local day: 23:59:59.999 on its clock (D38). */
export function endOfReportDay(day: string, timeZone: string): Date {
  return new Date(endMs(Temporal.PlainDate.from(day), timeZone) - 1)
}

/** Whether a date was a local day at all: a zone that crosses the date line leaves one out. */
export function isReportDay(date: Temporal.PlainDate, timeZone: string): boolean {
  return date.toZonedDateTime(timeZone).toPlainDate().equals(date)
}

/** The local days that some instant of this UTC day falls on, in order; seldom more than two. */
function spansWithin(utcDay: number, timeZone: string): DaySpan[] {
  const key = `${timeZone} ${utcDay}`
  const known = spansByUtcDay.get(key)
  if (known !== undefined) return known
  const spans = findSpans(utcDay * DAY_MS, timeZone)
  if (spansByUtcDay.size >= SPANS_KEPT) spansByUtcDay.clear()
  spansByUtcDay.set(key, spans)
  return spans
}

function findSpans(fromMs: number, timeZone: string): DaySpan[] {
  const spans: DaySpan[] = []
  let date = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(timeZone).toPlainDate()
  for (;;) {
    const end = endMs(date, timeZone)
    // A clock set back just after midnight shows the old date again; that hour belongs to the day begun.
    if (end > fromMs) spans.push({ day: date.toString(), endMs: end })
    if (end >= fromMs + DAY_MS) return spans
    date = date.add({ days: 1 })
  }
}

function endMs(date: Temporal.PlainDate, timeZone: string): number {
  return startMs(date.add({ days: 1 }), timeZone)
}

function startMs(date: Temporal.PlainDate, timeZone: string): number {
  return date.toZonedDateTime(timeZone).epochMilliseconds
}
