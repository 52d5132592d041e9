import type { Currency } from '../../api/types.ts'
import { CURRENCIES } from '../../format/money.ts'
import { type PeriodSearch, readPeriodSearch } from '../../search/period.ts'
import { readChoice, readChoices } from '../../search/read-search.ts'
import { type CompareSearch, readCompareSearch } from './compare.ts'

export const SERIES = ['clicks', 'leads', 'conversions', 'revenue', 'commission'] as const
export type Series = (typeof SERIES)[number]
const DEFAULT_SERIES: readonly Series[] = ['clicks', 'revenue']

export interface OverviewSearch extends PeriodSearch, CompareSearch {
  /** The metrics of the chart, as `clicks,revenue`. */
  show?: string
  /** The currency of the chart, if the program sells in several. */
  currency?: Currency
  view?: 'table'
}

export function readOverviewSearch(search: Record<string, unknown>): OverviewSearch {
  const show = readChoices(search.show, SERIES)
  const currency = readChoice(search.currency, CURRENCIES)
  const view = readChoice(search.view, ['table'])
  return {
    ...readPeriodSearch(search),
    ...readCompareSearch(search),
    ...(show.length === 0 ? {} : { show: show.join(',') }),
    ...(currency === undefined ? {} : { currency }),
    ...(view === undefined ? {} : { view }),
  }
}

export function shownSeries({ show }: OverviewSearch): readonly Series[] {
  const chosen = readChoices(show, SERIES)
  return chosen.length === 0 ? DEFAULT_SERIES : chosen
}
