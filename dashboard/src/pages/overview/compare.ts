import type { CompareRequest } from '../../api/queries.ts'
import { readChoice, readDayRange } from '../../search/read-search.ts'

/** The part of an address that says what a period is compared with; left out, it is the period before. */
export interface CompareSearch {
  compare?: 'year' | 'none'
  compareFrom?: string
  compareTo?: string
  /** The days of it are drawn beside those of the period. */
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

/** Nothing is asked for where the answer has it anyway: the sums of the period before, without its days. */
export function toCompareRequest({ compare, compareFrom, compareTo, days }: CompareSearch): CompareRequest {
  if (compareFrom !== undefined && compareTo !== undefined) return { compareFrom, compareTo }
  if (compare === 'year') return { compare }
  return compare === undefined && days === 'both' ? { compare: 'previous' } : {}
}
