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
import { LEFT_OUT_REASONS, type LeftOutReason } from './next-payout.ts'
import type { OpenedPayout } from './payouts.sql.ts'
import type { WaitingSum as WaitingSumRow } from './waiting-sum.ts'

export const Cents = cents({ minimum: 1 })

/** Beside everything that could be taken for money that somebody gets. */
export const ofSandbox = {
  sandbox: Type.Optional(
    Type.Literal(true, { description: 'Of a sandbox: a rehearsal, by which nobody is paid.' }),
  ),
}

export function showSandbox({ sandbox }: { sandbox: boolean }): { sandbox?: true } {
  return sandbox ? { sandbox } : {}
}

export const PayoutSum = namedObject('PayoutSum', {
  currency: CurrencyCode,
  payouts: Type.Integer(),
  amountCents: Cents,
})

export const PayoutBlockerWord = choice(PAYOUT_BLOCKERS, 'PayoutBlocker')

/** What partners are owed and not paid, for one reason. */
export const WaitingSum = namedObject('WaitingSum', {
  reason: choice(LEFT_OUT_REASONS, 'LeftOutReason'),
  currency: CurrencyCode,
  partners: Type.Integer(),
  partnerIds: Type.Array(Type.Integer(), {
    maxItems: payoutLimits.waitingPartners,
    description: `The first ${payoutLimits.waitingPartners} of them.`,
  }),
  owedCents: Cents,
})

/** The weightiest reason first, each in the order of the installation's list of currencies. */
export function showWaiting(
  sums: readonly WaitingSumRow[],
  currencies: readonly Currency[],
): Static<typeof WaitingSum>[] {
  const placeOf = ({ reason, currency }: WaitingSumRow) =>
    LEFT_OUT_REASONS.indexOf(reason) * currencies.length + currencies.indexOf(currency)
  return [...sums]
    .sort((one, other) => placeOf(one) - placeOf(other))
    .map(({ partner_ids, owed_cents, ...sum }) => ({
      ...sum,
      partnerIds: partner_ids,
      owedCents: BigInt(owed_cents),
    }))
}

/** Why a payout that is not paid yet waits. */
export function waitOf({ status, partner_status, payout_hold_reason }: PayoutRow): PayoutBlocker | null {
  return status === 'open' ? payoutBlocker({ status: partner_status, payout_hold_reason }) : null
}

const LEFT_OUT_WORDS: Record<LeftOutReason, string> = {
  partner_rejected: 'of rejected partners',
  partner_pending: 'of partners who are not approved yet',
  partner_held: 'of partners whose payouts are held',
  details_missing: 'of partners who have not said how they are paid',
  below_minimum: 'below the minimum',
}

/** The `error.details` of `nothingDue`. */
export const NothingDue = namedObject('NothingDue', {
  waiting: Type.Integer({ description: 'How many balances wait.' }),
  reasons: Type.Array(WaitingSum, { description: 'What waits for each reason and currency.' }),
})

/** No payout was made; `reasons` are what a batch would list as `waiting`. */
export function nothingDue(sums: readonly WaitingSumRow[], currencies: readonly Currency[]): ApiError {
  const waiting = sums.reduce((sum, { partners }) => sum + partners, 0)
  if (waiting === 0) {
    return new ApiError('conflict', 'Nothing of what was asked for is due: no payout was made.')
  }
  const parts = LEFT_OUT_REASONS.flatMap((reason) => {
    const balances = sums.reduce((sum, one) => (one.reason === reason ? sum + one.partners : sum), 0)
    return balances === 0 ? [] : [`${balances} ${LEFT_OUT_WORDS[reason]}`]
  })
  const balances = waiting === 1 ? '1 balance waits' : `${waiting} balances wait`
  return new ApiError('conflict', `${balances}, ${parts.join(', ')}: no payout was made.`, {
    waiting,
    reasons: showWaiting(sums, currencies),
  })
}

/** The name of a payment: of a bank transfer, say. */
export const Reference = DisplayName(limits.idChars)

/** What payouts come to per currency, in the order of the installation's list. */
export function sumsOf(
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
