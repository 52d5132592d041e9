import { isDay } from '../format/date.ts'

export interface DayRange {
  from: string
  to: string
}

/** The most days that the service answers at once (`customRangeDays` of its limits). */
export const MOST_DAYS = 1830
const DAY_MS = 86_400_000

/** What is wrong with two days that somebody typed, and with which of them. Both belong to the range. */
export function wrongOf(
  { from, to }: DayRange,
  today: string,
): { of: 'from' | 'to'; message: string } | undefined {
  if (!isDay(from)) return { of: 'from', message: 'Which day is the first?' }
  if (!isDay(to)) return { of: 'to', message: 'Which day is the last?' }
  if (from > to) return { of: 'from', message: 'It is after the last day.' }
  if (to > today) return { of: 'to', message: 'It is after today.' }
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  if (days <= MOST_DAYS) return undefined
  return { of: 'from', message: `That is more than ${MOST_DAYS} days.` }
}
