import Type, { type Static } from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { PAYOUT_BLOCKERS, type PayoutBlocker } from '../../core/enums.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { DisplayName } from '../../core/http/display-text.http.ts'
import { CurrencyCode, choice } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { cents } from '../../core/money/cents.http.ts'
import type { Currency } from '../../core/money/currency.ts'
import { payoutBlocker } from '../../partners/enrollments/payout-blocker.rule.ts'
import { payoutLimits } from './limits.ts'
import type { PayoutRow } from './list-payouts.sql.ts'
import { EXCLUSION_REASONS, type PayoutExclusionReason } from './next-payout.ts'
import type { OpenedPayout } from './payouts.sql.ts'
import type { WaitingSum as WaitingSumRow } from './waiting-sum.ts'

export const Cents = cents({ minimum: 1 })

export const RefundedCents = cents({
  description:
    'For an open payout, the refunds on its commissions since it was created. The payout’s amount doesn’t change: ' +
    'the next payout deducts the refunds, unless this one is canceled. 0 for a closed payout.',
})

/** Schema of the flag on sandbox data that could be mistaken for real money. */
export const sandboxFlag = {
  sandbox: Type.Optional(Type.Literal(true, { description: 'Set for sandbox data: no money is paid.' })),
}

export function showSandbox({ sandbox }: { sandbox: boolean }): { sandbox?: true } {
  return sandbox ? { sandbox } : {}
}

export const PayoutSum = namedObject('PayoutSum', {
  currency: CurrencyCode,
  payouts: Type.Integer(),
  amountCents: Cents,
})

export const PayoutBlockerSchema = choice(PAYOUT_BLOCKERS, 'PayoutBlocker')

/** The balances excluded for one reason. */
export const WaitingSum = namedObject('WaitingSum', {
  reason: choice(EXCLUSION_REASONS, 'PayoutExclusionReason'),
  currency: CurrencyCode,
  partners: Type.Integer(),
  partnerIds: Type.Array(Type.Integer(), {
    maxItems: payoutLimits.waitingPartners,
    description: `The first ${payoutLimits.waitingPartners} partners.`,
  }),
  owedCents: Cents,
})

/** Returns the excluded balances, the most important reason first, then in the configured currency order. */
export function showWaiting(
  sums: readonly WaitingSumRow[],
  currencies: readonly Currency[],
): Static<typeof WaitingSum>[] {
  const sortPosition = ({ reason, currency }: WaitingSumRow) =>
    EXCLUSION_REASONS.indexOf(reason) * currencies.length + currencies.indexOf(currency)
  return [...sums]
    .sort((a, b) => sortPosition(a) - sortPosition(b))
    .map(({ partner_ids, owed_cents, ...sum }) => ({
      ...sum,
      partnerIds: partner_ids,
      owedCents: BigInt(owed_cents),
    }))
}

/** Returns the reason that blocks an open payout, or null. */
export function findPayoutBlocker({
  status,
  partner_status,
  payout_hold_reason,
}: PayoutRow): PayoutBlocker | null {
  return status === 'open' ? payoutBlocker({ status: partner_status, payout_hold_reason }) : null
}

const EXCLUSION_LABELS: Record<PayoutExclusionReason, string> = {
  partner_rejected: 'of rejected partners',
  partner_pending: 'of partners awaiting approval',
  partner_held: 'of partners whose payouts are paused',
  details_missing: 'of partners without payout details',
  below_minimum: 'below the minimum',
}

/** The `error.details` of `nothingDueError`. */
export const NothingDue = namedObject('NothingDue', {
  waiting: Type.Integer({ description: 'The number of excluded balances.' }),
  reasons: Type.Array(WaitingSum, { description: 'The excluded balances, by reason and currency.' }),
})

/** Returns the error for a request that created no payout. `reasons` has the same entries as a batch's `waiting`. */
export function nothingDueError(sums: readonly WaitingSumRow[], currencies: readonly Currency[]): ApiError {
  const waitingPartners = sums.reduce((sum, { partners }) => sum + partners, 0)
  if (waitingPartners === 0) {
    return new ApiError('conflict', 'Nothing is due for this request. No payouts were created.')
  }
  const reasons = EXCLUSION_REASONS.flatMap((reason) => {
    const balances = sums.reduce((sum, one) => (one.reason === reason ? sum + one.partners : sum), 0)
    return balances === 0 ? [] : [`${balances} ${EXCLUSION_LABELS[reason]}`]
  })
  const balances =
    waitingPartners === 1 ? '1 balance was excluded' : `${waitingPartners} balances were excluded`
  return new ApiError('conflict', `No payouts were created. ${balances}: ${reasons.join(', ')}.`, {
    waiting: waitingPartners,
    reasons: showWaiting(sums, currencies),
  })
}

/** Schema of a payment reference, such as a bank transfer's. */
export const Reference = DisplayName(limits.maxIdLength)

/** Returns the totals per currency, in the configured currency order. */
export function sumPayouts(
  payouts: readonly Pick<OpenedPayout, 'currency' | 'amount_cents'>[],
  currencies: readonly Currency[],
) {
  const sums = new Map<Currency, { payouts: number; amountCents: bigint }>()
  for (const { currency, amount_cents } of payouts) {
    const sum = sums.get(currency) ?? { payouts: 0, amountCents: 0n }
    sums.set(currency, {
      payouts: sum.payouts + 1,
      amountCents: sum.amountCents + BigInt(amount_cents),
    })
  }
  return [...sums]
    .map(([currency, sum]) => ({ currency, ...sum }))
    .sort((a, b) => currencies.indexOf(a.currency) - currencies.indexOf(b.currency))
}
