import { isCalendarDay } from '../../core/time/calendar-day.rule.ts'
import { dayAfter } from '../../core/time/report-day.rule.ts'
import type { PeriodQuery } from '../../core/time/report-period.rule.ts'

/** The earliest month that can be compared with its previous month. */
const FIRST_DAY = '1970-02-01'

/**
 * Compares a calendar month with the month before, whatever their lengths, and the first days of a month with the same
 * days of the month before. Other periods keep the default: the preceding period of the same length.
 */
export function compareMonths<Query extends PeriodQuery>(query: Query): Query {
  const { dateFrom = '', dateTo = '' } = query
  if (!isCalendarDay(dateFrom) || !isCalendarDay(dateTo) || dateFrom < FIRST_DAY) return query
  if (dateFrom !== toFirstDay(dateTo) || dateFrom === dateTo) return query
  const lastDay = dayAfter(dateFrom, -1)
  const sameDay = `${lastDay.slice(0, 8)}${dateTo.slice(8)}`
  const isWholeMonth = dayAfter(dateTo, 1) === toFirstDay(dayAfter(dateTo, 1))
  const compareTo = isWholeMonth || sameDay > lastDay ? lastDay : sameDay
  return { ...query, compareFrom: toFirstDay(lastDay), compareTo }
}

const toFirstDay = (day: string) => `${day.slice(0, 8)}01`
