import type { Currency } from '../../api/types.ts'
import { CURRENCIES } from '../../format/money.ts'
import { type CompareSearch, readCompareSearch } from '../../search/compare.ts'
import { type PeriodSearch, readPeriodSearch } from '../../search/period.ts'
import { readChoice } from '../../search/read-search.ts'

export const SERIES = ['clicks', 'leads', 'conversions', 'revenue', 'commission'] as const
export type Series = (typeof SERIES)[number]

export interface OverviewSearch extends PeriodSearch, CompareSearch {
  /** The chart's metric. Defaults to revenue, or to clicks before the first sale. */
  show?: Series
  /** The chart's currency, if the program sells in several. */
  currency?: Currency
  view?: 'table'
}

export function readOverviewSearch(search: Record<string, unknown>): OverviewSearch {
  const show = readChoice(search.show, SERIES)
  const currency = readChoice(search.currency, CURRENCIES)
  const view = readChoice(search.view, ['table'])
  return {
    ...readPeriodSearch(search),
    ...readCompareSearch(search),
    ...(show === undefined ? {} : { show }),
    ...(currency === undefined ? {} : { currency }),
    ...(view === undefined ? {} : { view }),
  }
}

/** Returns the chosen metric, or the default, which depends on whether the program has revenue. */
export function shownSeries({ show }: OverviewSearch, hasRevenue: boolean): Series {
  return show ?? (hasRevenue ? 'revenue' : 'clicks')
}

/** Returns the search parameters for the same view, narrowed to some days. */
export function selectPeriod(
  { period: _, ...search }: OverviewSearch,
  from: string,
  to: string,
): OverviewSearch {
  return { ...search, from, to }
}
