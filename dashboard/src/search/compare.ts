import type { CompareRequest } from '../api/queries.ts'
import { DEFAULT_PERIOD, type PeriodSearch } from './period.ts'
import { readChoice, readDayRange } from './read-search.ts'

/**
 * The comparison in a URL. If omitted, a calendar month is compared with the month before, and other periods with the
 * previous period.
 */
export interface CompareSearch {
  compare?: 'previous' | 'month' | 'year' | 'none'
  compareFrom?: string
  compareTo?: string
  /** Whether the chart also shows the compared days. */
  days?: 'both'
}

export type Comparison = NonNullable<CompareSearch['compare']> | 'own'

export function readCompareSearch(search: Record<string, unknown>): CompareSearch {
  const own = readDayRange({ from: search.compareFrom, to: search.compareTo })
  const compare =
    own === undefined ? readChoice(search.compare, ['previous', 'month', 'year', 'none']) : undefined
  const days = compare === 'none' ? undefined : readChoice(search.days, ['both'])
  return {
    ...(own === undefined ? {} : { compareFrom: own.from, compareTo: own.to }),
    ...(compare === undefined ? {} : { compare }),
    ...(days === undefined ? {} : { days }),
  }
}

/** Returns what a period is compared with. `today` is the program's calendar day. */
export function chooseComparison(
  { compare, compareFrom, from, to }: CompareSearch & PeriodSearch,
  today: string,
): Comparison {
  if (compareFrom !== undefined) return 'own'
  if (compare !== undefined) return compare
  const isMonth =
    from?.endsWith('-01') && to?.slice(0, 7) === from.slice(0, 7) && (to === today || isLastDayOfMonth(to))
  return isMonth ? 'month' : 'previous'
}

/** Returns whether totals are compared. A day that isn't over can't be compared with whole days. */
export function isCompared(
  { compare }: CompareSearch,
  days: readonly { date: string }[],
  today: string,
): boolean {
  const isRunningDay = days.length === 1 && days[0]?.date === today
  return compare !== 'none' && !isRunningDay
}

/**
 * Returns the comparison to request, in whole days: the API's own previous period has exactly the same length in
 * milliseconds, so it starts within a day if the clocks changed. Empty for the whole history, which has no previous
 * period.
 */
export function toCompareRequest(search: CompareSearch & PeriodSearch, today: string): CompareRequest {
  const { compareFrom, compareTo } = search
  if (compareFrom !== undefined && compareTo !== undefined) return { compareFrom, compareTo }
  const comparison = chooseComparison(search, today)
  if (comparison === 'none') return {}
  if (comparison === 'year') return { compare: 'year' }
  const range = toDayRange(search, today)
  if (range === undefined) return search.days === 'both' ? { compare: 'previous' } : {}
  const before = comparison === 'month' ? monthBefore(range) : daysBefore(range)
  return { compareFrom: before.from, compareTo: before.to }
}

interface DayRange {
  from: string
  to: string
}

const NAMED_DAYS = { '7d': 7, '30d': 30, '90d': 90, all: undefined } as const

function toDayRange(
  { period = DEFAULT_PERIOD, from, to }: PeriodSearch,
  today: string,
): DayRange | undefined {
  if (from !== undefined && to !== undefined) return { from, to }
  const days = NAMED_DAYS[period]
  return days === undefined ? undefined : { from: addDays(today, 1 - days), to: today }
}

/** Returns the preceding days, as many as in the range. */
function daysBefore({ from, to }: DayRange): DayRange {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  return { from: addDays(from, -days), to: addDays(from, -1) }
}

/** Returns the same days in the month before, up to its last day. A whole month is compared with a whole month. */
function monthBefore({ from, to }: DayRange): DayRange {
  const isWhole = from.endsWith('-01') && isLastDayOfMonth(to)
  return { from: sameDayBefore(from), to: isWhole ? lastDayOfMonth(to, -1) : sameDayBefore(to) }
}

function sameDayBefore(day: string): string {
  const last = lastDayOfMonth(day, -1)
  return `${last.slice(0, 8)}${day.slice(8) < last.slice(8) ? day.slice(8) : last.slice(8)}`
}

function isLastDayOfMonth(day: string): boolean {
  return day === lastDayOfMonth(day, 0)
}

/** Returns the last day of the month that contains `day`, or of a month before or after it. */
function lastDayOfMonth(day: string, months: number): string {
  return dayText(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) + months, 0))
}

const DAY_MS = 86_400_000

function addDays(day: string, days: number): string {
  return dayText(Date.parse(day) + days * DAY_MS)
}

const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10)
