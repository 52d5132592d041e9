import { isDay } from '../format/date.ts'
import { t } from '../messages/portal-text.ts'

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
  if (!isDay(from)) return { of: 'from', message: t('dayRange.chooseStartDate') }
  if (!isDay(to)) return { of: 'to', message: t('dayRange.chooseEndDate') }
  if (from > to) return { of: 'from', message: t('dayRange.theStartDateIsAfter') }
  if (to > today) return { of: 'to', message: t('dayRange.thisDateIsInFuture') }
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  if (days <= MOST_DAYS) return undefined
  return { of: 'from', message: t('dayRange.chooseAtMostMostDaysDays', { mostDays: MOST_DAYS }) }
}
