import Type from 'typebox'
import type { Config } from '../platform/config.ts'
import { CurrencyCode, choice } from '../platform/management.http.ts'
import { readChoice, readId } from '../platform/query.http.ts'
import { PAYOUT_STATUSES } from '../platform/words.ts'

/** The query parameters that choose payouts. */
export const payoutFilterParameters = {
  status: Type.Optional(choice(PAYOUT_STATUSES, 'PayoutStatus')),
  partnerId: Type.Optional(Type.Integer()),
  currency: Type.Optional(CurrencyCode),
  batchId: Type.Optional(Type.Integer()),
}

export function readPayoutFilter({ currencies }: Pick<Config, 'currencies'>, query: unknown) {
  return {
    status: readChoice(query, 'status', PAYOUT_STATUSES),
    partnerId: readId(query, 'partnerId'),
    currency: readChoice(query, 'currency', currencies),
    batchId: readId(query, 'batchId'),
  }
}

/** The query of a call that takes these and nothing else. */
export const payoutFilterQuery = (config: Pick<Config, 'currencies'>) => ({
  parameters: payoutFilterParameters,
  read: (query: unknown) => readPayoutFilter(config, query),
})
