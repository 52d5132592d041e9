import type { CustomerFilters } from '../../api/record-queries.ts'
import type { CustomerStatus } from '../../api/types.ts'
import { wordsOf } from '../../format/words.ts'
import { readChoice, readDayRange, readId, readText } from '../../search/read-search.ts'
import { CUSTOMER_STATUSES } from './customer-words.ts'

export interface CustomersSearch {
  status?: CustomerStatus
  partner?: number
  key?: string
  from?: string
  to?: string
}

export function readCustomersSearch(search: Record<string, unknown>): CustomersSearch {
  const status = readChoice(search.status, wordsOf(CUSTOMER_STATUSES))
  const partner = readId(search.partner)
  const key = readText(search.key)
  return {
    ...(status === undefined ? {} : { status }),
    ...(partner === undefined ? {} : { partner }),
    ...(key === undefined ? {} : { key }),
    ...readDayRange(search),
  }
}

export function toCustomerFilters({ partner, key, ...search }: CustomersSearch): CustomerFilters {
  return { ...search, partnerId: partner, customerKey: key }
}
