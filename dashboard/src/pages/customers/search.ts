import type { CustomerFilters } from '../../api/record-queries.ts'
import type { CustomerStatus } from '../../api/types.ts'
import { enumValues } from '../../format/enums.ts'
import { readChoice, readDayRange, readId, readText } from '../../search/read-search.ts'
import { CUSTOMER_STATUSES } from './customer-labels.ts'

export interface CustomersSearch {
  status?: CustomerStatus
  partner?: number
  from?: string
  to?: string
  search?: string
}

export function readCustomersSearch(search: Record<string, unknown>): CustomersSearch {
  const status = readChoice(search.status, enumValues(CUSTOMER_STATUSES))
  const partner = readId(search.partner)
  // Old URLs have the key in a separate parameter.
  const text = readText(search.search) ?? readText(search.key)
  return {
    ...(status === undefined ? {} : { status }),
    ...(partner === undefined ? {} : { partner }),
    ...readDayRange(search),
    ...(text === undefined ? {} : { search: text }),
  }
}

export function toCustomerFilters({ partner, ...search }: CustomersSearch): CustomerFilters {
  return { ...search, partnerId: partner }
}
