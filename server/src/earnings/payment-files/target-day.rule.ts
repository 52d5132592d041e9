import { dayAfter } from '../../core/time/report-day.rule.ts'
import { DAY_MS } from '../../core/time/time.ts'

/** Why TARGET, the settlement system for euro payments, is closed on a given day. */
export const TARGET_CLOSING_REASONS = [
  'weekend',
  'new_years_day',
  'good_friday',
  'easter_monday',
  'labour_day',
  'christmas_day',
  'day_after_christmas',
] as const
export type TargetClosing = (typeof TARGET_CLOSING_REASONS)[number]

export interface ExecutionDay {
  /** A TARGET business day, such as `2026-04-07`. */
  day: string
  requestedDay: string
  /** The reason the requested day was moved; null if it wasn't. */
  closedFor: TargetClosing | null
}

/** Returns the requested day if it is a TARGET business day, otherwise the next one. */
export function nextTargetDay(requestedDay: string): ExecutionDay {
  let day = requestedDay
  while (targetClosing(day) !== null) day = dayAfter(day, 1)
  return { day, requestedDay, closedFor: targetClosing(requestedDay) }
}

/** Returns the reason TARGET is closed on a day, or null. A holiday takes precedence over a weekend. */
export function targetClosing(day: string): TargetClosing | null {
  const fixedHoliday = FIXED_HOLIDAYS[day.slice(5)]
  if (fixedHoliday !== undefined) return fixedHoliday
  const at = Date.parse(`${day}T00:00:00.000Z`)
  const daysAfterEaster = Math.round((at - easterSunday(Number(day.slice(0, 4)))) / DAY_MS)
  if (daysAfterEaster === -2) return 'good_friday'
  if (daysAfterEaster === 1) return 'easter_monday'
  const weekday = new Date(at).getUTCDay()
  return weekday === 0 || weekday === 6 ? 'weekend' : null
}

const FIXED_HOLIDAYS: Record<string, TargetClosing | undefined> = {
  '01-01': 'new_years_day',
  '05-01': 'labour_day',
  '12-25': 'christmas_day',
  '12-26': 'day_after_christmas',
}

/**
 * Returns midnight UTC of Easter Sunday in the Gregorian calendar (with the anonymous algorithm, also called
 * Meeus/Jones/Butcher).
 */
function easterSunday(year: number): number {
  const yearOfCycle = year % 19
  const century = Math.floor(year / 100)
  const yearOfCentury = year % 100
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * yearOfCycle + century - Math.floor(century / 4) - moonShift + 15) % 30
  const toSunday =
    (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7
  const lateShift = Math.floor((yearOfCycle + 11 * epact + 22 * toSunday) / 451)
  const daysFromMarch = epact + toSunday - 7 * lateShift + 114
  return Date.UTC(year, Math.floor(daysFromMarch / 31) - 1, (daysFromMarch % 31) + 1)
}
