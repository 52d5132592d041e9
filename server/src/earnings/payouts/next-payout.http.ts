import Type, { type Static } from 'typebox'
import { CurrencyCode, choice } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { cents } from '../../core/money/cents.http.ts'
import { NEXT_PAYOUT_REASONS } from './next-payout.ts'
import type { NextPayout as NextPayoutRead } from './read-next-payouts.flow.ts'

const NextPayoutBlocker = namedObject('NextPayoutBlocker', {
  reason: choice(NEXT_PAYOUT_REASONS, 'NextPayoutReason'),
  until: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'For `on_hold` and `details_change`: when the hold ends or the change takes effect.',
    }),
  ),
  day: Type.Optional(
    Type.String({
      description: 'For `pay_day`: a day in the program’s time zone, such as `2026-03-15`.',
    }),
  ),
  missingCents: Type.Optional(
    cents({ description: 'For `below_minimum` and `reversed`: the amount still to be earned.' }),
  ),
})

export const NextPayout = namedObject('NextPayout', {
  currency: CurrencyCode,
  amountCents: cents({
    description:
      'The amount of a payout if it were created now and nothing blocked it. Negative if paid commissions were reversed.',
  }),
  blockers: Type.Array(NextPayoutBlocker, {
    description:
      'The reasons the payout is waiting, most important first. `partner_rejected`, `partner_pending`, `partner_held`, `details_missing` ' +
      'and `below_minimum` exclude it from every batch. The last entry is `pay_day` or `by_hand`.',
  }),
})

export function showNextPayout({
  currency,
  amountCents,
  blockers,
}: NextPayoutRead): Static<typeof NextPayout> {
  return {
    currency,
    amountCents,
    blockers: blockers.map(({ until, ...wait }) => ({
      ...wait,
      ...(until === undefined ? {} : { until: until.toISOString() }),
    })),
  }
}
