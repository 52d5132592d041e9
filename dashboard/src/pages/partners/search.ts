import type { ReportRequest } from '../../api/partner-queries.ts'
import type { Currency, PartnerOrder, PartnerStatus } from '../../api/types.ts'
import { CURRENCIES } from '../../format/money.ts'
import { labelOf } from '../../format/words.ts'
import { type PeriodSearch, readPeriodSearch } from '../../search/period.ts'
import { readChoice, readId, readText } from '../../search/read-search.ts'
import { PARTNER_STATUSES } from './partner-words.ts'

/** The columns that the list can be ordered by, each with the direction that its first press means. */
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

export interface PartnersSearch extends PeriodSearch {
  status?: PartnerStatus
  /** Part of a name or an e-mail. */
  search?: string
  /** The id of a group; `none`: in no group. */
  group?: number | 'none'
  /** Of those that partners of the program have. */
  tag?: string
  /** Left out, the newest partner is first. */
  sort?: PartnerSort
  /** Left out, it is the one of the column's first press. */
  direction?: 'asc' | 'desc'
  /** Whose money orders the list. */
  currency?: Currency
  /** The partner whose page the address leads to: it is of when a panel opened beside the list. */
  open?: number
}

export function readPartnersSearch(search: Record<string, unknown>): PartnersSearch {
  const status = readChoice(search.status, labelOf(PARTNER_STATUSES))
  const text = readText(search.search)
  const group = search.group === 'none' ? 'none' : readId(search.group)
  const tag = readText(search.tag)
  const sort = readChoice(search.sort, labelOf(SORTS))
  const direction = sort && readChoice(search.direction, ['asc', 'desc'])
  const currency = isMoney(sort) ? readChoice(search.currency, CURRENCIES) : undefined
  const open = readId(search.open)
  return {
    ...readPeriodSearch(search),
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

/** The direction of a column; undefined while the list is ordered by another. */
export function directionOf(
  column: PartnerSort,
  { sort, direction }: PartnersSearch,
): 'asc' | 'desc' | undefined {
  return sort === column ? (direction ?? SORTS[column]) : undefined
}

/** What a press on a column's head makes of the order: this column, then the other way round, then the newest first again. */
export function pressColumn(column: PartnerSort, search: PartnersSearch) {
  const { currency } = search
  const now = directionOf(column, search)
  if (now === undefined)
    return { sort: column, direction: undefined, currency: isMoney(column) ? currency : undefined }
  if (now === SORTS[column]) return { sort: column, direction: now === 'asc' ? 'desc' : 'asc' } as const
  return { sort: undefined, direction: undefined, currency: undefined }
}

export function toReportRequest(search: PartnersSearch): ReportRequest {
  const { status, search: text, group, tag, sort, currency } = search
  const direction = sort && directionOf(sort, search)
  return { status, search: text, group: group?.toString(), tag, sort, direction, currency }
}
