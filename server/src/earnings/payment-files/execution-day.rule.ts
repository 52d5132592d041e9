import { isCalendarDay } from '../../core/time/calendar-day.rule.ts'
import { DAY_MS } from '../../core/time/time.ts'

/** Why banks don't execute a payment on a given day. */
export type ExecutionDayError = 'no_day' | 'past' | 'too_far'

/**
 * Returns the reason a file's requested execution day is invalid; null if it is valid.
 * @param day as sent
 * @param today in the program's time zone
 * @param maxDays how many days ahead banks accept a file
 */
export function executionDayError(day: string, today: string, maxDays: number): ExecutionDayError | null {
  if (!isCalendarDay(day)) return 'no_day'
  if (day < today) return 'past'
  return day > lastExecutionDay(today, maxDays) ? 'too_far' : null
}

export function lastExecutionDay(today: string, maxDays: number): string {
  return new Date(Date.parse(`${today}T00:00:00.000Z`) + maxDays * DAY_MS).toISOString().slice(0, 10)
}

/** Returns the default execution day: the batch's day, or today if that day is in the past. */
export function defaultExecutionDay(batchDay: string, today: string): string {
  return batchDay > today ? batchDay : today
}
