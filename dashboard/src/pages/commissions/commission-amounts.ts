import type { Commission, Currency } from '../../api/types.ts'
import { byCurrency } from '../../format/money.ts'

type Amounts = Pick<Commission, 'amountCents' | 'reversedCents' | 'paidCents' | 'status'>

/** What is left of a commission after what refunds, or a rejection, took back. */
export function leftCents({ amountCents, reversedCents }: Amounts): number {
  return amountCents - reversedCents
}

/** What is still to be paid of it; negative when a refund came after the payment. */
export function owedCents(commission: Amounts): number {
  return leftCents(commission) - commission.paidCents
}

/** What is still to be paid of several, per currency in the fixed order. */
export function owedSums(
  commissions: readonly (Amounts & Pick<Commission, 'currency'>)[],
): { currency: Currency; amountCents: number }[] {
  const sums = new Map<Currency, number>()
  for (const commission of commissions) {
    const { currency } = commission
    sums.set(currency, (sums.get(currency) ?? 0) + owedCents(commission))
  }
  return [...sums].map(([currency, amountCents]) => ({ currency, amountCents })).sort(byCurrency)
}

/**
 * What a person may do with it. A possible duplicate has a decision of its own, with both reports in sight. One that an open
 * payout holds is refused by the service, which knows.
 */
export function reviewsOf(commission: Amounts & Pick<Commission, 'holdReason'>) {
  const { status, holdReason } = commission
  const isUndecided = holdReason === 'possible_duplicate'
  return {
    approve: status === 'pending' && !isUndecided,
    reject: (status === 'pending' || status === 'approved') && !isUndecided,
    markPaid: status === 'approved' && owedCents(commission) > 0,
  }
}
