import { isDay } from '../format/date.ts'
import { t } from '../messages/portal-text.ts'

export interface DayRange {
  from: string
  to: string
}

/** The service's limit (`customRangeDays`). */
export const MAX_DAYS = 1830
const DAY_MS = 86_400_000

/** Returns what is wrong with a range, and which day is invalid. Both days are included. */
export function rangeError(
  { from, to }: DayRange,
  today: string,
): { of: 'from' | 'to'; message: string } | undefined {
  if (!isDay(from)) return { of: 'from', message: t('dayRange.chooseStartDate') }
  if (!isDay(to)) return { of: 'to', message: t('dayRange.chooseEndDate') }
  if (from > to) return { of: 'from', message: t('dayRange.theStartDateIsAfter') }
  if (to > today) return { of: 'to', message: t('dayRange.thisDateIsInFuture') }
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  if (days <= MAX_DAYS) return undefined
  return { of: 'from', message: t('dayRange.chooseAtMostMaxDays', { maxDays: MAX_DAYS }) }
}
