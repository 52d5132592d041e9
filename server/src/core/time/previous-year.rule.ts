import { Temporal } from 'temporal-polyfill'
import { dayAfter, endOfReportDay, isReportDay, reportDay, startOfReportDay } from './report-day.rule.ts'

/**
 * Returns the same calendar days a year earlier. Whole days stay whole, and a time of day keeps its local time. 29
 * February becomes the 28th, and a day that the zone skipped becomes the day before, so lengths may differ.
 */
export function shiftToPreviousYear(
  { from, to }: { from: Date; to: Date },
  timeZone: string,
): { from: Date; to: Date } {
  const first = reportDay(from, timeZone)
  const last = reportDay(to, timeZone)
  const begin =
    from.getTime() === startOfReportDay(first, timeZone).getTime()
      ? startOfReportDay(sameDayLastYear(first, timeZone), timeZone)
      : sameTimeLastYear(from, timeZone)
  const end =
    to.getTime() === endOfReportDay(last, timeZone).getTime()
      ? endOfReportDay(sameDayLastYear(last, timeZone), timeZone)
      : sameTimeLastYear(to, timeZone)
  // The ends of a range would swap if an hour between them was skipped a year earlier.
  return begin <= end ? { from: begin, to: end } : { from: end, to: end }
}

function sameDayLastYear(day: string, timeZone: string): string {
  const before = Temporal.PlainDate.from(day).subtract({ years: 1 }).toString()
  return isReportDay(before, timeZone) ? before : dayAfter(before, -1)
}

function sameTimeLastYear(instant: Date, timeZone: string): Date {
  const clock = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone)
  const day = sameDayLastYear(clock.toPlainDate().toString(), timeZone)
  const before = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: clock.toPlainTime() })
  return new Date(before.epochMilliseconds)
}
