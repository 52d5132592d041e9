import { LRUCache } from 'lru-cache'
import { Temporal } from 'temporal-polyfill'
import { atMost } from '../cache-size.ts'
import type { DayInstants } from './day-instants.ts'
import { DAY_MS } from './time.ts'

/** One local day. Each begins where the previous one ends, so the days of a zone have no gaps. */
interface DaySpan {
  day: string
  endMs: number
}

const DAYS_KEPT = 4096

/** Time zone rules don't change while the process runs, so results are cached. */
const spansByUtcDay = new LRUCache<string, DaySpan[]>(atMost(DAYS_KEPT))
const startsByDay = new LRUCache<string, number>(atMost(DAYS_KEPT))
const namesByUtcDay = new LRUCache<number, string>(atMost(DAYS_KEPT))

/**
 * Returns the local calendar day (`YYYY-MM-DD`) of an instant in an IANA time zone. Statistics count on this day (D38).
 * Fast enough for every click, because only the first instant of a day is computed.
 * @throws {RangeError} if the zone is unknown
 */
export function reportDay(instant: Date, timeZone: string): string {
  const ms = instant.getTime()
  const utcDay = Math.floor(ms / DAY_MS)
  for (const span of spansWithin(utcDay, timeZone)) {
    if (ms < span.endMs) return span.day
  }
  throw new RangeError(`no local day in ${timeZone} contains the instant ${ms}`)
}

/**
 * Returns the first instant of a local day. If a clock change skips or repeats midnight, it is the first instant at or
 * after midnight, so a day may have 23 or 25 hours.
 * @throws {RangeError} if the zone is unknown
 */
export function startOfReportDay(day: string, timeZone: string): Date {
  return new Date(startMs(day, timeZone))
}

/** Returns the last millisecond of a local day, which is 23:59:59.999 local time (D38). */
export function endOfReportDay(day: string, timeZone: string): Date {
  return new Date(endMs(day, timeZone) - 1)
}

/**
 * Returns the local days from `first` to `last` (inclusive) with their instants. This is faster than `reportDay` for
 * many events.
 */
export function reportDays(first: string, last: string, timeZone: string): DayInstants[] {
  return calendarDays(first, last)
    .map((day) => ({ day, from: new Date(startMs(day, timeZone)), before: new Date(endMs(day, timeZone)) }))
    .filter(({ from, before }) => from < before)
}

/** Adds days to a calendar day, independent of time zones and clock changes. */
export function dayAfter(day: string, days: number): string {
  return dayName(Date.parse(day) / DAY_MS + days)
}

/** Returns the calendar days from `first` to `last` (inclusive). */
export function calendarDays(first: string, last: string): string[] {
  const [begin, end] = [Date.parse(first) / DAY_MS, Date.parse(last) / DAY_MS]
  return Array.from({ length: end - begin + 1 }, (_, index) => dayName(begin + index))
}

/** Caches day names, because three-year reports format a thousand days, mostly the same ones. */
function dayName(utcDay: number): string {
  const cached = namesByUtcDay.get(utcDay)
  if (cached !== undefined) return cached
  const name = new Date(utcDay * DAY_MS).toISOString().slice(0, 10)
  namesByUtcDay.set(utcDay, name)
  return name
}

/** Whether a date existed in a time zone. A zone that crosses the date line skips one. */
export function isReportDay(day: string, timeZone: string): boolean {
  return Temporal.PlainDate.from(day).toZonedDateTime(timeZone).toPlainDate().toString() === day
}

let latest: { utcDay: number; timeZone: string; spans: DaySpan[] } | undefined

/** Returns the local days that overlap this UTC day, in order. There are rarely more than two. */
function spansWithin(utcDay: number, timeZone: string): DaySpan[] {
  if (latest?.utcDay !== utcDay || latest.timeZone !== timeZone)
    latest = { utcDay, timeZone, spans: findCachedSpans(utcDay, timeZone) }
  return latest.spans
}

function findCachedSpans(utcDay: number, timeZone: string): DaySpan[] {
  const key = `${timeZone} ${utcDay}`
  const cached = spansByUtcDay.get(key)
  if (cached !== undefined) return cached
  const spans = findSpans(utcDay * DAY_MS, timeZone)
  spansByUtcDay.set(key, spans)
  return spans
}

function findSpans(fromMs: number, timeZone: string): DaySpan[] {
  const spans: DaySpan[] = []
  let day = Temporal.Instant.fromEpochMilliseconds(fromMs)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString()
  for (;;) {
    const end = endMs(day, timeZone)
    // After the clock was set back just past midnight, it shows the previous date again. That hour belongs to the new
    // day.
    if (end > fromMs) spans.push({ day, endMs: end })
    if (end >= fromMs + DAY_MS) return spans
    day = dayAfter(day, 1)
  }
}

function endMs(day: string, timeZone: string): number {
  return startMs(dayAfter(day, 1), timeZone)
}

function startMs(day: string, timeZone: string): number {
  const key = `${timeZone} ${day}`
  const cached = startsByDay.get(key)
  if (cached !== undefined) return cached
  const start = Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds
  startsByDay.set(key, start)
  return start
}
