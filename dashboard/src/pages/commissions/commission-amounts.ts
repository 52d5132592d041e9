import type { Commission, Currency } from '../../api/types.ts'
import { byCurrency } from '../../format/money.ts'

/** The commission fields that a review needs. */
export type ReviewedCommission = Amounts & Pick<Commission, 'id' | 'partnerId' | 'currency' | 'holdReason'>

type Amounts = Pick<Commission, 'amountCents' | 'reversedCents' | 'paidCents' | 'status'>

/** Returns the amount left after refunds or a rejection. */
export function remainingCents({ amountCents, reversedCents }: Amounts): number {
  return amountCents - reversedCents
}

/** Returns the unpaid amount; negative if a refund arrived after the payment. */
export function unpaidCents(commission: Amounts): number {
  return remainingCents(commission) - commission.paidCents
}

/** Returns the unpaid amounts by currency, in display order. */
export function unpaidSums(
  commissions: readonly (Amounts & Pick<Commission, 'currency'>)[],
): { currency: Currency; amountCents: number }[] {
  const sums = new Map<Currency, number>()
  for (const commission of commissions) {
    const { currency } = commission
    sums.set(currency, (sums.get(currency) ?? 0) + unpaidCents(commission))
  }
  return [...sums].map(([currency, amountCents]) => ({ currency, amountCents })).sort(byCurrency)
}

/**
 * Returns the possible review actions. A possible duplicate is decided next to both sales instead; the service
 * rejects changes to commissions in an open payout.
 */
export function allowedReviews(commission: Amounts & Pick<Commission, 'holdReason'>) {
  const { status, holdReason } = commission
  const isUndecided = holdReason === 'possible_duplicate'
  return {
    approve: status === 'pending' && !isUndecided,
    reject: (status === 'pending' || status === 'approved') && !isUndecided,
    markPaid: status === 'approved' && unpaidCents(commission) > 0,
  }
}
