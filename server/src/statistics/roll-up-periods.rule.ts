import { ROLL_UP_DAYS, type RollUpDays } from '../core/database/stat-delta.ts'
import { calendarDays, dayAfter } from '../core/time/report-day.rule.ts'
import { DAY_MS } from '../core/time/time.ts'
import type { RollUpRange } from './link-stat-sources.ts'

export interface SplitDays {
  /** Days at either end that no roll-up covers. */
  days: string[]
  /** The range between them, covered by roll-ups; undefined if it contains no complete period. */
  blocks: RollUpRange | undefined
}

const [SHORT_PERIOD, LONG_PERIOD] = ROLL_UP_DAYS

/**
 * Returns the first day of the roll-up period of `days` days that contains a day. Periods are aligned to 1970-01-01.
 */
export function periodStart(day: string, days: RollUpDays): string {
  const number = Date.parse(day) / DAY_MS
  return dayAfter(day, Math.floor(number / days) * days - number)
}

/** Splits an inclusive range of days into the fewest days and roll-up periods that cover each day once. */
export function splitIntoPeriods(first: string, last: string): SplitDays {
  const shortPeriods = periodsWithin(first, last, SHORT_PERIOD)
  if (shortPeriods === undefined) return { days: calendarDays(first, last), blocks: undefined }
  const longPeriods = periodsWithin(shortPeriods.first, shortPeriods.last, LONG_PERIOD)
  const firsts =
    longPeriods === undefined
      ? { [SHORT_PERIOD]: periodStarts(shortPeriods, SHORT_PERIOD), [LONG_PERIOD]: [] }
      : {
          [SHORT_PERIOD]: daysOutside(shortPeriods, longPeriods).flatMap((days) =>
            periodStarts(days, SHORT_PERIOD),
          ),
          [LONG_PERIOD]: periodStarts(longPeriods, LONG_PERIOD),
        }
  const days = daysOutside({ first, last }, shortPeriods).flatMap((one) => calendarDays(one.first, one.last))
  return { days, blocks: { ...shortPeriods, firsts } }
}

interface InclusiveDays {
  first: string
  last: string
}

/** Returns the range of the complete periods within the days. */
function periodsWithin(first: string, last: string, days: RollUpDays): InclusiveDays | undefined {
  const begin = periodStart(dayAfter(first, days - 1), days)
  const end = dayAfter(periodStart(dayAfter(last, 1), days), -1)
  return begin <= end ? { first: begin, last: end } : undefined
}

/** Returns the parts of a range before and after an inner range. */
function daysOutside(whole: InclusiveDays, inner: InclusiveDays): InclusiveDays[] {
  return [
    { first: whole.first, last: dayAfter(inner.first, -1) },
    { first: dayAfter(inner.last, 1), last: whole.last },
  ].filter(({ first, last }) => first <= last)
}

function periodStarts({ first, last }: InclusiveDays, days: RollUpDays): string[] {
  return calendarDays(first, last).filter((_, index) => index % days === 0)
}
