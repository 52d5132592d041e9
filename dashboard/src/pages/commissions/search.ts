import type { CommissionFilters } from '../../api/record-queries.ts'
import type { CommissionStatus, Currency } from '../../api/types.ts'
import { CURRENCIES } from '../../format/money.ts'
import { readChoice, readDayRange, readId } from '../../search/read-search.ts'

export const COMMISSION_STATUSES: readonly CommissionStatus[] = ['pending', 'approved', 'paid', 'reversed']
export const COMMISSION_KINDS = ['sale', 'lead'] as const

export interface CommissionsSearch {
  status?: CommissionStatus
  kind?: (typeof COMMISSION_KINDS)[number]
  partner?: number
  currency?: Currency
  from?: string
  to?: string
  /** The commission whose panel is open. */
  open?: number
}

export function readCommissionsSearch(search: Record<string, unknown>): CommissionsSearch {
  const status = readChoice(search.status, COMMISSION_STATUSES)
  const kind = readChoice(search.kind, COMMISSION_KINDS)
  const partner = readId(search.partner)
  const currency = readChoice(search.currency, CURRENCIES)
  const open = readId(search.open)
  return {
    ...(status === undefined ? {} : { status }),
    ...(kind === undefined ? {} : { kind }),
    ...(partner === undefined ? {} : { partner }),
    ...(currency === undefined ? {} : { currency }),
    ...readDayRange(search),
    ...(open === undefined ? {} : { open }),
  }
}

export function toCommissionFilters({ partner, open: _, ...search }: CommissionsSearch): CommissionFilters {
  return { ...search, partnerId: partner }
}
