import Type, { type Static } from 'typebox'
import { CurrencyCode, choice } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { cents } from '../../core/money/cents.http.ts'
import { NEXT_PAYOUT_REASONS } from './next-payout.ts'
import type { NextPayout as NextPayoutRead } from './read-next-payouts.flow.ts'

const NextPayoutBlocker = namedObject('NextPayoutBlocker', {
  reason: choice(NEXT_PAYOUT_REASONS, 'NextPayoutReason'),
  until: Type.Optional(
    Type.String({ format: 'date-time', description: 'Of `on_hold` and `details_change`: when it ends.' }),
  ),
  day: Type.Optional(
    Type.String({ description: 'Of `pay_day`: `2026-03-15`, a day of the program’s time zone.' }),
  ),
  missingCents: Type.Optional(
    cents({ description: 'Of `below_minimum` and `reversed`: what must be earned first.' }),
  ),
})

export const NextPayout = namedObject('NextPayout', {
  currency: CurrencyCode,
  amountCents: cents({
    description:
      'What a payout made now would be of, were nothing in its way. Negative: taken back after it was paid.',
  }),
  waits: Type.Array(NextPayoutBlocker, {
    description:
      'What it waits for, the weightiest first. `partner_rejected`, `partner_pending`, `partner_held`, `details_missing` ' +
      'and `below_minimum` leave it out of every batch; the last one is `pay_day` or `by_hand`.',
  }),
})

export function showNextPayout({ currency, amountCents, waits }: NextPayoutRead): Static<typeof NextPayout> {
  return {
    currency,
    amountCents,
    waits: waits.map(({ until, ...wait }) => ({
      ...wait,
      ...(until === undefined ? {} : { until: until.toISOString() }),
    })),
  }
}
