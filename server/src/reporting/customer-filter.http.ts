import Type from 'typebox'
import { choice } from '../platform/management.http.ts'
import { readChoice, readId, readText } from '../platform/query.http.ts'
import { CUSTOMER_STATUSES } from '../platform/words.ts'
import type { ProgramRow } from '../programs/programs.sql.ts'
import { rangeParameters, readTimeRange } from '../statistics/time-range.http.ts'
import type { CustomerFilter } from './list-customers.sql.ts'

/** The query parameters that choose customers; `from` and `to` are about `createdAt`. */
export const customerFilterParameters = {
  ...rangeParameters,
  status: Type.Optional(choice(CUSTOMER_STATUSES, 'CustomerStatus')),
  partnerId: Type.Optional(Type.Integer()),
  customerKey: Type.Optional(Type.String()),
}

export function readCustomerFilter(query: unknown, timeZone: string): CustomerFilter {
  return {
    status: readChoice(query, 'status', CUSTOMER_STATUSES),
    partnerId: readId(query, 'partnerId'),
    customerKey: readText(query, 'customerKey'),
    ...readTimeRange(query, timeZone),
  }
}

/** The query of a call that takes these and nothing else. */
export const customerFilterQuery = {
  parameters: customerFilterParameters,
  read: (query: unknown, program: ProgramRow) => readCustomerFilter(query, program.time_zone),
}
