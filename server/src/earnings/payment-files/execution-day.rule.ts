import { isCalendarDay } from '../../core/time/report-day.rule.ts'
import { DAY_MS } from '../../core/time/time.ts'

/** Why a day is none on which a bank takes money. */
export type ExecutionDayFault = 'no_day' | 'past' | 'too_far'

/**
 * What is wrong with the day on which a file has the money leave; null when it is right.
 * @param day as it was sent
 * @param today the local day of the program
 * @param mostDays how many days ahead banks take a file
 */
export function executionDayFault(day: string, today: string, mostDays: number): ExecutionDayFault | null {
  if (!isCalendarDay(day)) return 'no_day'
  if (day < today) return 'past'
  return day > lastExecutionDay(today, mostDays) ? 'too_far' : null
}

export function lastExecutionDay(today: string, mostDays: number): string {
  return new Date(Date.parse(`${today}T00:00:00.000Z`) + mostDays * DAY_MS).toISOString().slice(0, 10)
}

/** The day of a file that names none: that of its batch, or today when that is over. */
export function ownExecutionDay(batchDay: string, today: string): string {
  return batchDay > today ? batchDay : today
}
