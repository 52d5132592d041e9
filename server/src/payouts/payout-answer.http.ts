import Type, { type Static } from 'typebox'
import { payoutWait } from '../partners/payout-wait.rule.ts'
import { cents } from '../platform/cents.http.ts'
import { limits } from '../platform/config.ts'
import type { Currency } from '../platform/currency.ts'
import { ApiError } from '../platform/errors.http.ts'
import { CurrencyCode, choice } from '../platform/management.http.ts'
import { namedObject } from '../platform/named-schema.http.ts'
import { PAYOUT_WAITS, type PayoutWait } from '../platform/words.ts'
import type { PayoutRow } from './list-payouts.sql.ts'
import type { OpenedPayout, WaitingSum as WaitingSumRow } from './payouts.sql.ts'

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

export const PayoutWaitWord = choice(PAYOUT_WAITS, 'PayoutWait')

/** What partners of one standing are owed and not paid. */
export const WaitingSum = namedObject('WaitingSum', {
  reason: PayoutWaitWord,
  currency: CurrencyCode,
  partners: Type.Integer(),
  owedCents: Cents,
})

export function showWaiting(sum: WaitingSumRow): Static<typeof WaitingSum> {
  const { currency, partners, owed_cents } = sum
  const reason = payoutWait(sum)
  if (reason === null) throw new Error('what is paid out does not wait')
  return { reason, currency, partners, owedCents: BigInt(owed_cents) }
}

/** Why a payout that is not paid yet waits. */
export function waitOf({ status, partner_status, payout_hold_reason }: PayoutRow): PayoutWait | null {
  return status === 'open' ? payoutWait({ status: partner_status, payout_hold_reason }) : null
}

/** Nobody gets a payout, also because some wait. */
export function nothingDue(sums: readonly WaitingSumRow[]): ApiError {
  const waiting = sums.reduce((sum, { partners }) => sum + partners, 0)
  if (waiting === 0) {
    return new ApiError('conflict', 'Nothing of what was asked for is due: no payout was made.')
  }
  const balances = waiting === 1 ? 'The balance of 1 partner waits' : `${waiting} balances of partners wait`
  const message = `${balances}, because only approved partners whom nobody holds are paid: no payout was made.`
  return new ApiError('conflict', message, { waiting })
}

/** The name of a payment: of a bank transfer, say. */
export const Reference = Type.String({ minLength: 1, maxLength: limits.idChars, pattern: '\\S' })

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
