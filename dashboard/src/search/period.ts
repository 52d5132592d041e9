import type { PeriodRequest } from '../api/queries.ts'
import { t } from '../messages/shared-text.ts'
import { readChoice, readDayRange } from './read-search.ts'

export const PERIODS = ['7d', '30d', '90d', 'all'] as const
export type Period = (typeof PERIODS)[number]
export const DEFAULT_PERIOD: Period = '30d'

/** The period in a URL: a name (omitted for the default) or two days. */
export interface PeriodSearch {
  period?: Period
  from?: string
  to?: string
}

export function readPeriodSearch(search: Record<string, unknown>): PeriodSearch {
  const range = readDayRange(search)
  if (range !== undefined) return range
  const period = readChoice(search.period, PERIODS)
  return period === undefined || period === DEFAULT_PERIOD ? {} : { period }
}

export function toPeriodRequest({ period = DEFAULT_PERIOD, from, to }: PeriodSearch): PeriodRequest {
  return from !== undefined && to !== undefined ? { dateFrom: from, dateTo: to } : { period }
}

/** A named range of calendar days. `to` is at most today. */
export interface CalendarRange {
  label: string
  from: string
  to: string
}

/** Returns the last week, calendar months and quarters up to `today`, the program's calendar day. */
export function calendarRanges(today: string): CalendarRange[] {
  const year = Number(today.slice(0, 4))
  const month = Number(today.slice(5, 7)) - 1
  // Months outside 0 to 11 overflow into other years, and day 0 is the last day of the previous month.
  const dayAt = (months: number, day: number) =>
    new Date(Date.UTC(year, months, day)).toISOString().slice(0, 10)
  const day = Number(today.slice(8, 10))
  // Weeks start on Monday.
  const monday = day - ((new Date(today).getUTCDay() + 6) % 7)
  return [
    { label: t('search.lastWeek'), from: dayAt(month, monday - 7), to: dayAt(month, monday - 1) },
    { label: t('search.thisMonth'), from: dayAt(month, 1), to: today },
    { label: t('search.lastMonth'), from: dayAt(month - 1, 1), to: dayAt(month, 0) },
    { label: t('search.thisQuarter'), from: dayAt(month - (month % 3), 1), to: today },
  ]
}
