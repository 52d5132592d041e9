import { interfaceLanguage } from '../messages/message.ts'
import { t } from '../messages/shared-text.ts'

/**
 * Dates and times in the reader's language. Instants are shown in the program's time zone, because it defines
 * the program's days; calendar days (`2026-03-01`) have no zone and never shift.
 */
export function formatInstant(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat(interfaceLanguage(), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  }).format(new Date(instant))
}

/** Formats the day of an instant, such as `Mar 10, 2026`. */
export function formatInstantDay(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat(interfaceLanguage(), { dateStyle: 'medium', timeZone }).format(
    new Date(instant),
  )
}

/** Formats the time only, for places that show the day separately. */
export function formatTime(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat(interfaceLanguage(), { timeStyle: 'short', timeZone }).format(
    new Date(instant),
  )
}

/** Includes seconds and the time zone name, for detail views. */
export function formatExactInstant(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat(interfaceLanguage(), {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(new Date(instant))
}

export function formatDay(day: string, style: 'short' | 'long' = 'short'): string {
  const long = { weekday: 'short', year: 'numeric' } as const
  return new Intl.DateTimeFormat(interfaceLanguage(), {
    month: 'short',
    day: 'numeric',
    ...(style === 'long' ? long : {}),
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))
}

/** Formats a day, marking today as incomplete: `Tue, Mar 10, 2026 (so far)`. */
export function formatDayOn(day: string, today: string): string {
  return day === today ? t('format.daySoFar', { day: formatDay(day, 'long') }) : formatDay(day, 'long')
}

/** Formats `2026-02` as `February 2026`. */
export function formatMonth(month: string): string {
  return new Intl.DateTimeFormat(interfaceLanguage(), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01T00:00:00Z`))
}

/** Returns the previous month: `2025-12` for `2026-01-15`. */
export function monthBefore(day: string): string {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() - 1)
  return date.toISOString().slice(0, 7)
}

/** Formats `Mar 1 – 14, 2026`, as short as the locale allows. */
export function formatDayRange(from: string, to: string): string {
  return new Intl.DateTimeFormat(interfaceLanguage(), {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`))
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** Formats `3 minutes ago`. */
export function formatTimeAgo(instant: string, now: number): string {
  const seconds = (Date.parse(instant) - now) / 1000
  const relative = new Intl.RelativeTimeFormat(interfaceLanguage(), { numeric: 'auto' })
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit)
  }
  return relative.format(Math.trunc(Math.min(seconds, 0)), 'second')
}

/** Returns the calendar day of an instant in a time zone. */
export function toDay(instant: string | number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone,
  }).format(new Date(instant))
}

/** Formats `Europe/Berlin (GMT+1)`. */
export function formatTimeZone(timeZone: string, at: number): string {
  const offset = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(new Date(at))
    .find(({ type }) => type === 'timeZoneName')?.value
  const name = timeZone.replaceAll('_', ' ')
  return offset === undefined || offset === name || name === 'UTC' ? name : `${name} (${offset})`
}

/** Returns whether the text is a valid `YYYY-MM-DD` day. */
export function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** Returns the instant at which a day begins in a time zone, in ISO 8601. */
export function startOfDay(day: string, timeZone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // The offset at UTC midnight may differ from the offset at local midnight, so it is applied twice.
  const near = midnight - offsetMs(midnight, timeZone)
  return new Date(midnight - offsetMs(near, timeZone)).toISOString()
}

/** Returns the day after a day. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
}

function offsetMs(at: number, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return Date.parse(`${clock.format(at).replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000
}
