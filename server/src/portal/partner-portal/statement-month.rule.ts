import { Temporal } from 'temporal-polyfill'
import { reportDay, startOfReportDay } from '../../core/time/report-day.rule.ts'

/** Returns the first instant after a month in a time zone. */
export function endOfMonth(month: string, timeZone: string): Date {
  return startOfReportDay(`${monthAfter(month)}-01`, timeZone)
}

/** Returns the next month: `2026-12` is followed by `2027-01`. */
export function monthAfter(month: string): string {
  return Temporal.PlainYearMonth.from(month).add({ months: 1 }).toString()
}

export function toMonth(instant: Date, timeZone: string): string {
  return reportDay(instant, timeZone).slice(0, 7)
}
