import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { PAYOUT_BLOCKERS } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'
import { enrollmentLimits } from '../../partners/enrollments/limits.ts'
import { payoutBlocker } from '../../partners/enrollments/payout-blocker.rule.ts'
import { notifyOfPayouts } from './payout-mails.flow.ts'
import { type LockedPayout, lockPayouts, payOpenPayouts } from './payouts.sql.ts'

/** The reason a payout can't be marked as paid. */
export const PAYOUT_REJECTIONS = ['canceled', ...PAYOUT_BLOCKERS] as const
export type PayoutRejection = (typeof PAYOUT_REJECTIONS)[number]

export type MarkPayoutsOutcome =
  | { kind: 'marked'; paid: LockedPayout[]; alreadyPaid: number[] }
  /** Some payouts don't exist. Nothing was written. */
  | { kind: 'unknown'; payoutIds: number[] }
  /** Some payouts can't be paid. Nothing was written. */
  | { kind: 'rejected'; rejected: RejectedPayout[] }

export interface RejectedPayout {
  payoutId: number
  reason: PayoutRejection
  currency: Currency
  amountCents: bigint
}

/**
 * Marks open payouts as paid, all of them or none. Payouts that are already paid don't change, so the request can be
 * repeated.
 */
export async function markPayoutsPaid(
  deps: Deps,
  programId: number,
  { payoutIds, reference }: { payoutIds: number[]; reference: string | undefined },
  actorId: string,
): Promise<MarkPayoutsOutcome> {
  return withTransaction(deps, async (transaction) => {
    await allowLongStatements(transaction, enrollmentLimits.moneyStatementTimeoutMs)
    const at = deps.clock.now()
    const payouts = await lockPayouts(transaction, programId, payoutIds)
    const foundIds = new Set(payouts.map(({ id }) => id))
    const unknownIds = payoutIds.filter((id) => !foundIds.has(id))
    if (unknownIds.length > 0) return { kind: 'unknown', payoutIds: unknownIds }
    const rejected = payouts.flatMap((payout) => {
      const reason = toRejection(payout)
      const { id: payoutId, currency, amount_cents } = payout
      return reason === null ? [] : [{ payoutId, reason, currency, amountCents: BigInt(amount_cents) }]
    })
    if (rejected.length > 0) return { kind: 'rejected', rejected }

    const paid = payouts.filter(({ status }) => status === 'open')
    const rows = paid.map(({ id }) => ({ id, reference }))
    await payOpenPayouts(transaction, programId, rows, { actorId, at })
    const context = { deps, transaction, programId, at }
    await notifyOfPayouts(
      context,
      'payout_paid',
      rows.map(({ id }) => id),
    )
    const alreadyPaid = payouts.filter(({ status }) => status === 'paid').map(({ id }) => id)
    return { kind: 'marked', paid, alreadyPaid }
  })
}

function toRejection({ status, partner }: LockedPayout): PayoutRejection | null {
  switch (status) {
    case 'paid':
      return null
    case 'canceled':
      return 'canceled'
    case 'open':
      return payoutBlocker(partner)
  }
}
