import type { BreakdownRequest } from '../../api/breakdown-queries.ts'
import type { BreakdownOrder, Currency, Dimension } from '../../api/types.ts'
import { enumValues } from '../../format/enums.ts'
import { CURRENCIES } from '../../format/money.ts'
import { type CompareSearch, readCompareSearch } from '../../search/compare.ts'
import { type PeriodSearch, readPeriodSearch } from '../../search/period.ts'
import { readChoice } from '../../search/read-search.ts'
import { DIMENSIONS, dimensionMeasures } from './breakdown-labels.ts'

export const DEFAULT_DIMENSION: Dimension = 'partner'

/** Each kind of breakdown's columns after the name. The first is the default sort. */
const COLUMNS = {
  all: ['clicks', 'leads', 'conversions', 'sales', 'revenue', 'commission'],
  clicks: ['clicks'],
  sales: ['sales', 'revenue', 'commission'],
} as const satisfies Record<ReturnType<typeof dimensionMeasures>, readonly BreakdownOrder[]>

export interface BreakdownSearch extends PeriodSearch, Omit<CompareSearch, 'days'> {
  /** Defaults to partners. */
  by?: Dimension
  /** Defaults to the first column. */
  sort?: BreakdownOrder
  /** Defaults to descending, or ascending by name. */
  direction?: 'asc' | 'desc'
  /** The currency of the amounts to sort by. */
  currency?: Currency
}

export function readBreakdownSearch(search: Record<string, unknown>): BreakdownSearch {
  const by = readChoice(search.by, enumValues(DIMENSIONS))
  const [first] = breakdownColumns(by ?? DEFAULT_DIMENSION)
  const sort = readChoice(search.sort, ['name', ...breakdownColumns(by ?? DEFAULT_DIMENSION)])
  const direction = readChoice(search.direction, ['asc', 'desc'])
  const currency = isMoney(sort) ? readChoice(search.currency, CURRENCIES) : undefined
  return {
    ...readPeriodSearch(search),
    ...readCompareSearch({ ...search, days: undefined }),
    ...(by === undefined || by === DEFAULT_DIMENSION ? {} : { by }),
    ...(sort === undefined || sort === first ? {} : { sort }),
    ...(direction === undefined || direction === firstDirection(sort) ? {} : { direction }),
    ...(currency === undefined ? {} : { currency }),
  }
}

export function breakdownColumns(by: Dimension): readonly BreakdownOrder[] {
  return COLUMNS[dimensionMeasures(by)]
}

export function isMoney(sort: BreakdownOrder | undefined): boolean {
  return sort === 'revenue' || sort === 'commission'
}

function firstDirection(sort: BreakdownOrder | undefined): 'asc' | 'desc' {
  return sort === 'name' ? 'asc' : 'desc'
}

/** Returns a column's sort direction, or undefined if another column is sorted. */
export function sortDirection(column: BreakdownOrder, search: BreakdownSearch): 'asc' | 'desc' | undefined {
  const { sort, direction, by = DEFAULT_DIMENSION } = search
  return (sort ?? breakdownColumns(by)[0]) === column ? (direction ?? firstDirection(sort)) : undefined
}

/**
 * Returns the search parameters after a column header is pressed: sort by the column, or reverse the direction.
 * Defaults are omitted.
 */
export function toggleSort(column: BreakdownOrder, search: BreakdownSearch) {
  const now = sortDirection(column, search)
  const next = now === undefined ? firstDirection(column) : now === 'asc' ? 'desc' : 'asc'
  const [first] = breakdownColumns(search.by ?? DEFAULT_DIMENSION)
  return {
    sort: column === first ? undefined : column,
    direction: next === firstDirection(column) ? undefined : next,
    ...(isMoney(column) ? {} : { currency: undefined }),
  } as const
}

export function toBreakdownRequest(search: BreakdownSearch): BreakdownRequest {
  const { by = DEFAULT_DIMENSION, sort, currency } = search
  const [first] = breakdownColumns(by)
  const column = sort ?? first
  return { by, sort: column, direction: column && sortDirection(column, search), currency }
}
