import type { ReportRequest } from '../../api/partner-queries.ts'
import type { Currency, PartnerOrder, PartnerStatus } from '../../api/types.ts'
import { enumValues } from '../../format/enums.ts'
import { CURRENCIES } from '../../format/money.ts'
import { type PeriodSearch, readPeriodSearch } from '../../search/period.ts'
import { type DialogSearch, readChoice, readDialog, readId, readText } from '../../search/read-search.ts'
import { PARTNER_STATUSES } from './partner-labels.ts'

/** Sortable columns with their direction after the first press. */
const SORTS = {
  name: 'asc',
  status: 'asc',
  link: 'asc',
  clicks: 'desc',
  leads: 'desc',
  conversions: 'desc',
  sales: 'desc',
  revenue: 'desc',
  commission: 'desc',
} as const satisfies Partial<Record<PartnerOrder, 'asc' | 'desc'>>
export type PartnerSort = keyof typeof SORTS

export interface PartnersSearch extends PeriodSearch, DialogSearch {
  status?: PartnerStatus
  /** Matches a name or email. */
  search?: string
  /** A group ID, or `none` for partners without a group. */
  group?: number | 'none'
  tag?: string
  /** Defaults to newest partners first. */
  sort?: PartnerSort
  /** Defaults to the column's own direction. */
  direction?: 'asc' | 'desc'
  /** The currency of the amounts to sort by. */
  currency?: Currency
  /** The partner to redirect to. Old URLs opened partners in a panel next to the list. */
  open?: number
}

export function readPartnersSearch(search: Record<string, unknown>): PartnersSearch {
  const status = readChoice(search.status, enumValues(PARTNER_STATUSES))
  const text = readText(search.search)
  const group = search.group === 'none' ? 'none' : readId(search.group)
  const tag = readText(search.tag)
  const sort = readChoice(search.sort, enumValues(SORTS))
  const direction = sort && readChoice(search.direction, ['asc', 'desc'])
  const currency = isMoney(sort) ? readChoice(search.currency, CURRENCIES) : undefined
  const open = readId(search.open)
  return {
    ...readPeriodSearch(search),
    ...readDialog(search),
    ...(status === undefined ? {} : { status }),
    ...(text === undefined ? {} : { search: text }),
    ...(group === undefined ? {} : { group }),
    ...(tag === undefined ? {} : { tag }),
    ...(sort === undefined ? {} : { sort }),
    ...(sort === undefined || direction === undefined || direction === SORTS[sort] ? {} : { direction }),
    ...(currency === undefined ? {} : { currency }),
    ...(open === undefined ? {} : { open }),
  }
}

export function isMoney(sort: PartnerSort | undefined): boolean {
  return sort === 'revenue' || sort === 'commission'
}

/** Returns a column's sort direction, or undefined if another column is sorted. */
export function sortDirection(
  column: PartnerSort,
  { sort, direction }: PartnersSearch,
): 'asc' | 'desc' | undefined {
  return sort === column ? (direction ?? SORTS[column]) : undefined
}

/**
 * Returns the search parameters after a column header is pressed: sort by the column, then reverse, then go back to
 * the default order.
 */
export function toggleSort(column: PartnerSort, search: PartnersSearch) {
  const { currency } = search
  const now = sortDirection(column, search)
  if (now === undefined)
    return { sort: column, direction: undefined, currency: isMoney(column) ? currency : undefined }
  if (now === SORTS[column]) return { sort: column, direction: now === 'asc' ? 'desc' : 'asc' } as const
  return { sort: undefined, direction: undefined, currency: undefined }
}

export function toReportRequest(search: PartnersSearch): ReportRequest {
  const { status, search: text, group, tag, sort, currency } = search
  const direction = sort && sortDirection(sort, search)
  return { status, search: text, group: group?.toString(), tag, sort, direction, currency }
}
