import Type from 'typebox'
import { PAYOUT_STATUSES } from '../../core/enums.ts'
import { CurrencyCode, choice } from '../../core/http/management-route.http.ts'
import { readChoice, readCurrency, readId } from '../../core/http/query.http.ts'

/** Query parameters that filter payouts. */
export const payoutFilterParameters = {
  status: Type.Optional(choice(PAYOUT_STATUSES, 'PayoutStatus')),
  partnerId: Type.Optional(Type.Integer()),
  currency: Type.Optional(CurrencyCode),
  batchId: Type.Optional(Type.Integer()),
}

export function readPayoutFilter(query: unknown) {
  return {
    status: readChoice(query, 'status', PAYOUT_STATUSES),
    partnerId: readId(query, 'partnerId'),
    currency: readCurrency(query),
    batchId: readId(query, 'batchId'),
  }
}

/** Schema of a query with these filters only. */
export const payoutFilterQuery = { parameters: payoutFilterParameters, read: readPayoutFilter }
