import type { CommissionFilters } from '../../api/record-queries.ts'
import type { Commission, CommissionStatus, Currency } from '../../api/types.ts'
import { CURRENCIES } from '../../format/money.ts'
import { wordsOf } from '../../format/words.ts'
import { readChoice, readDayRange, readId, readText } from '../../search/read-search.ts'
import { COMMISSION_KINDS, COMMISSION_STATUSES } from './commission-words.ts'

export interface CommissionsSearch {
  status?: CommissionStatus
  kind?: Commission['kind']
  partner?: number
  currency?: Currency
  from?: string
  to?: string
  search?: string
  /** The commission whose panel is open. */
  open?: number
}

export function readCommissionsSearch(search: Record<string, unknown>): CommissionsSearch {
  const status = readChoice(search.status, wordsOf(COMMISSION_STATUSES))
  const kind = readChoice(search.kind, wordsOf(COMMISSION_KINDS))
  const partner = readId(search.partner)
  const currency = readChoice(search.currency, CURRENCIES)
  const open = readId(search.open)
  const text = readText(search.search)
  return {
    ...(status === undefined ? {} : { status }),
    ...(kind === undefined ? {} : { kind }),
    ...(partner === undefined ? {} : { partner }),
    ...(currency === undefined ? {} : { currency }),
    ...readDayRange(search),
    ...(text === undefined ? {} : { search: text }),
    ...(open === undefined ? {} : { open }),
  }
}

export function toCommissionFilters({ partner, open: _, ...search }: CommissionsSearch): CommissionFilters {
  return { ...search, partnerId: partner }
}
