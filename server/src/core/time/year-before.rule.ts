import { Temporal } from 'temporal-polyfill'
import { dayAfter, endOfReportDay, isReportDay, reportDay, startOfReportDay } from './report-day.rule.ts'

/**
 * The same calendar days a year before: whole days stay whole, however long the clocks made them, and a time within a day
 * stays what the clock showed. Of 29 February it is the 28th; of a day that the zone's clocks left out a year before, the
 * day before that one. So the two need not be equally long.
 */
export function yearBefore(
  { from, to }: { from: Date; to: Date },
  timeZone: string,
): { from: Date; to: Date } {
  const first = reportDay(from, timeZone)
  const last = reportDay(to, timeZone)
  const begin =
    from.getTime() === startOfReportDay(first, timeZone).getTime()
      ? startOfReportDay(dayOfYearBefore(first, timeZone), timeZone)
      : clockOfYearBefore(from, timeZone)
  const end =
    to.getTime() === endOfReportDay(last, timeZone).getTime()
      ? endOfReportDay(dayOfYearBefore(last, timeZone), timeZone)
      : clockOfYearBefore(to, timeZone)
  // Minutes on both sides of an hour that the clocks skipped a year before would change places.
  return begin <= end ? { from: begin, to: end } : { from: end, to: end }
}

function dayOfYearBefore(day: string, timeZone: string): string {
  const before = Temporal.PlainDate.from(day).subtract({ years: 1 }).toString()
  return isReportDay(before, timeZone) ? before : dayAfter(before, -1)
}

function clockOfYearBefore(instant: Date, timeZone: string): Date {
  const clock = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone)
  const day = dayOfYearBefore(clock.toPlainDate().toString(), timeZone)
  const before = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: clock.toPlainTime() })
  return new Date(before.epochMilliseconds)
}
