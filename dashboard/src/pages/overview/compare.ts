import type { CompareRequest } from '../../api/queries.ts'
import { readChoice, readDayRange } from '../../search/read-search.ts'

/** The comparison in a URL; the previous period if omitted. */
export interface CompareSearch {
  compare?: 'year' | 'none'
  compareFrom?: string
  compareTo?: string
  /** Whether the compared days are drawn in the chart too. */
  days?: 'both'
}

export function readCompareSearch(search: Record<string, unknown>): CompareSearch {
  const own = readDayRange({ from: search.compareFrom, to: search.compareTo })
  const compare = own === undefined ? readChoice(search.compare, ['year', 'none']) : undefined
  const days = compare === 'none' ? undefined : readChoice(search.days, ['both'])
  return {
    ...(own === undefined ? {} : { compareFrom: own.from, compareTo: own.to }),
    ...(compare === undefined ? {} : { compare }),
    ...(days === undefined ? {} : { days }),
  }
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

/** Returns an empty request for the default comparison, whose totals every response includes. */
export function toCompareRequest({ compare, compareFrom, compareTo, days }: CompareSearch): CompareRequest {
  if (compareFrom !== undefined && compareTo !== undefined) return { compareFrom, compareTo }
  if (compare === 'year') return { compare }
  return compare === undefined && days === 'both' ? { compare: 'previous' } : {}
}
