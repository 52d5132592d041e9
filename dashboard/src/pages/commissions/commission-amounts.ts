import type { Commission } from '../../api/types.ts'

type Amounts = Pick<Commission, 'amountCents' | 'reversedCents' | 'paidCents' | 'status'>

/** What is left of a commission after what refunds, or a rejection, took back. */
export function leftCents({ amountCents, reversedCents }: Amounts): number {
  return amountCents - reversedCents
}

/** What is still to be paid of it; negative when a refund came after the payment. */
export function owedCents(commission: Amounts): number {
  return leftCents(commission) - commission.paidCents
}

/** What a person may do with it. One that an open payout holds is refused by the service, which knows. */
export function reviewsOf(commission: Amounts) {
  const { status } = commission
  return {
    approve: status === 'pending',
    reject: status === 'pending' || status === 'approved',
    markPaid: status === 'approved' && owedCents(commission) > 0,
  }
}
