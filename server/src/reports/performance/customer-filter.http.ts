import Type from 'typebox'
import { CUSTOMER_STATUSES } from '../../core/enums.ts'
import { choice } from '../../core/http/management-route.http.ts'
import { readChoice, readId, readText } from '../../core/http/query.http.ts'
import { readSearch, searchParameter } from '../../core/http/search.http.ts'
import type { FindSearchResults } from '../../core/search-results.ts'
import { rangeParameters, readTimeRange } from '../../core/time/time-range.http.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import type { CustomerFilter } from './list-customers.sql.ts'

/** Query parameters that filter customers. `from` and `to` apply to `createdAt`. */
export const customerFilterParameters = {
  ...rangeParameters,
  status: Type.Optional(choice(CUSTOMER_STATUSES, 'CustomerStatus')),
  partnerId: Type.Optional(Type.Integer()),
  customerKey: Type.Optional(Type.String()),
  ...searchParameter,
}

export type RequestedCustomers = Omit<CustomerFilter, 'matches'> & { search: string | undefined }

export function readCustomerFilter(query: unknown, timeZone: string): RequestedCustomers {
  return {
    status: readChoice(query, 'status', CUSTOMER_STATUSES),
    partnerId: readId(query, 'partnerId'),
    customerKey: readText(query, 'customerKey'),
    search: readSearch(query),
    ...readTimeRange(query, timeZone),
  }
}

/** Returns the filter with its search results. Only live events have customers. */
export async function findCustomers(
  find: FindSearchResults,
  program: ProgramRow,
  { search: text, ...filter }: RequestedCustomers,
): Promise<CustomerFilter> {
  return { ...filter, matches: await find(program, { text, isTest: false }) }
}

export const customerFilterQuery = {
  parameters: customerFilterParameters,
  read: (query: unknown, program: ProgramRow) => readCustomerFilter(query, program.time_zone),
}
