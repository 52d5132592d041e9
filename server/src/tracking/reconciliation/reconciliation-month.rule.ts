import { Temporal } from 'temporal-polyfill'
import { reportDay, startOfReportDay } from '../../core/time/report-day.rule.ts'
import { reconciliationLimits as limits } from './limits.ts'

/** Returns the first instant of a month in the program's time zone. */
export function startOfMonth(month: string, timeZone: string): Date {
  return startOfReportDay(`${month}-01`, timeZone)
}

/** Returns the first instant after a month in the program's time zone. */
export function endOfMonth(month: string, timeZone: string): Date {
  return startOfMonth(addMonths(month, 1), timeZone)
}

/** Returns an instant's month in the program's time zone, such as `2026-10`. */
export function monthAt(instant: Date, timeZone: string): string {
  return reportDay(instant, timeZone).slice(0, 7)
}

/** Adds months; negative numbers go back. */
export function addMonths(month: string, months: number): string {
  return Temporal.PlainYearMonth.from(month).add({ months }).toString()
}

/**
 * Returns the end of the period to compare: the end of the month, or a recent time for the current month, because the
 * newest payments' events may still be on the way, or the list may lag behind.
 * @returns undefined for a month that has not begun or is too long ago
 */
export function getComparisonEnd(
  month: string,
  timeZone: string,
  now: Date,
  delayMs: number = limits.reconcileDelayMs,
): Date | undefined {
  const recently = new Date(now.getTime() - delayMs)
  if (startOfMonth(month, timeZone) >= recently) return undefined
  if (month < addMonths(monthAt(now, timeZone), -limits.monthsBack)) return undefined
  const end = endOfMonth(month, timeZone)
  return end < recently ? end : recently
}
