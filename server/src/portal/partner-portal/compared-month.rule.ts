import { dayAfter, isCalendarDay } from '../../core/time/report-day.rule.ts'
import type { PeriodQuery } from '../../core/time/report-period.rule.ts'

/** The earliest month that can be compared with its previous month. */
const FIRST_DAY = '1970-02-01'

/**
 * Compares a calendar month with the month before, regardless of their lengths. Other periods keep the default: the
 * same number of days before the period.
 */
export function compareMonths<Query extends PeriodQuery>(query: Query): Query {
  const { dateFrom = '', dateTo = '' } = query
  if (!isMonth(dateFrom, dateTo) || dateFrom < FIRST_DAY) return query
  const compareTo = dayAfter(dateFrom, -1)
  return { ...query, compareFrom: firstDayOf(compareTo), compareTo }
}

function isMonth(first: string, last: string): boolean {
  if (!isCalendarDay(first) || !isCalendarDay(last)) return false
  return first === firstDayOf(last) && dayAfter(last, 1) === firstDayOf(dayAfter(last, 1))
}

const firstDayOf = (day: string) => `${day.slice(0, 8)}01`
