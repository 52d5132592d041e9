import Type from 'typebox'
import { COMMISSION_KINDS, COMMISSION_STATUSES, HOLD_REASONS } from '../../core/enums.ts'
import { CurrencyCode, choice } from '../../core/http/management-route.http.ts'
import { readChoice, readCurrency, readFlag, readId } from '../../core/http/query.http.ts'
import { readSearch, searchParameter } from '../../core/http/search.http.ts'
import type { FindSearchResults } from '../../core/search-results.ts'
import { rangeParameters, readTimeRange } from '../../core/time/time-range.http.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import type { AwaitingReview, CommissionFilter } from './list-commissions.sql.ts'

/** Query parameters that filter commissions. `from` and `to` apply to `createdAt`. */
export const commissionFilterParameters = {
  ...rangeParameters,
  status: Type.Optional(choice(COMMISSION_STATUSES, 'CommissionStatus')),
  kind: Type.Optional(choice(COMMISSION_KINDS, 'CommissionKind')),
  partnerId: Type.Optional(Type.Integer()),
  currency: Type.Optional(CurrencyCode),
  holdReason: Type.Optional(choice(HOLD_REASONS, 'HoldReason')),
  awaitingReview: Type.Optional(
    Type.Boolean({
      description:
        'Only commissions that stay pending until a member decides: possible duplicates, and those whose hold period has ' +
        'ended without approval.',
    }),
  ),
  ...searchParameter,
}

/** A request's filters before its search is resolved. */
export type RequestedCommissions = Omit<CommissionFilter, 'matches' | 'awaitingReview'> & {
  search: string | undefined
  awaitingReview: boolean
}

export function readCommissionFilter(query: unknown, timeZone: string): RequestedCommissions {
  return {
    status: readChoice(query, 'status', COMMISSION_STATUSES),
    kind: readChoice(query, 'kind', COMMISSION_KINDS),
    partnerId: readId(query, 'partnerId'),
    currency: readCurrency(query),
    holdReason: readChoice(query, 'holdReason', HOLD_REASONS),
    awaitingReview: readFlag(query, 'awaitingReview'),
    search: readSearch(query),
    ...readTimeRange(query, timeZone),
  }
}

/** Resolves a filter's search and review state. Only live events have commissions. */
export async function findCommissions(
  find: FindSearchResults,
  { program, now }: { program: ProgramRow; now: Date },
  { search: text, awaitingReview, ...filter }: RequestedCommissions,
): Promise<CommissionFilter> {
  return {
    ...filter,
    awaitingReview: awaitingReview ? awaitingReviewFilter(program, now) : undefined,
    matches: await find(program, { text, isTest: false }),
  }
}

export function awaitingReviewFilter({ commission_approval }: ProgramRow, now: Date): AwaitingReview {
  return { isReviewed: commission_approval === 'review', now }
}

/** Schema of a query with these filters only. */
export const commissionFilterQuery = {
  parameters: commissionFilterParameters,
  read: (query: unknown, program: ProgramRow) => readCommissionFilter(query, program.time_zone),
}
