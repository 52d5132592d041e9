import Type from 'typebox'
import { CURRENCIES } from '../platform/currency.ts'
import { CurrencyCode, choice } from '../platform/management.http.ts'
import { readChoice, readId } from '../platform/query.http.ts'
import { COMMISSION_KINDS, COMMISSION_STATUSES } from '../platform/words.ts'
import type { ProgramRow } from '../programs/programs.sql.ts'
import { rangeParameters, readTimeRange } from '../statistics/time-range.http.ts'
import type { CommissionFilter } from './list-commissions.sql.ts'

/** The query parameters that choose commissions; `from` and `to` are about `createdAt`. */
export const commissionFilterParameters = {
  ...rangeParameters,
  status: Type.Optional(choice(COMMISSION_STATUSES, 'CommissionStatus')),
  kind: Type.Optional(choice(COMMISSION_KINDS, 'CommissionKind')),
  partnerId: Type.Optional(Type.Integer()),
  currency: Type.Optional(CurrencyCode),
}

export function readCommissionFilter(query: unknown, timeZone: string): CommissionFilter {
  return {
    status: readChoice(query, 'status', COMMISSION_STATUSES),
    kind: readChoice(query, 'kind', COMMISSION_KINDS),
    partnerId: readId(query, 'partnerId'),
    currency: readChoice(query, 'currency', CURRENCIES),
    ...readTimeRange(query, timeZone),
  }
}

/** The query of a call that takes these and nothing else. */
export const commissionFilterQuery = {
  parameters: commissionFilterParameters,
  read: (query: unknown, program: ProgramRow) => readCommissionFilter(query, program.time_zone),
}
