import type { CommissionStatus } from '../platform/words.ts'

export type Review = 'approve' | 'reject'

/** What a review looks at. */
export interface ReviewedCommission {
  status: CommissionStatus
  rejected_at: Date | null
  /** The open payout that holds it. */
  payout_id: number | null
}

export type ReviewDecision =
  | { kind: 'change'; status: CommissionStatus }
  | { kind: 'unchanged' }
  | { kind: 'refused' }

/**
 * What a person may do with a commission by hand (D30). A pending one may be approved before its hold ends; what
 * is not paid, nor on its way in an open payout, may be rejected. Asked again, nothing changes.
 */
export function reviewCommission(
  { status, rejected_at, payout_id }: ReviewedCommission,
  review: Review,
): ReviewDecision {
  switch (review) {
    case 'approve':
      if (status === 'approved') return { kind: 'unchanged' }
      return status === 'pending' ? { kind: 'change', status: 'approved' } : { kind: 'refused' }
    case 'reject':
      if (rejected_at !== null) return { kind: 'unchanged' }
      if (payout_id !== null || status === 'paid' || status === 'reversed') return { kind: 'refused' }
      return { kind: 'change', status: 'reversed' }
  }
}
