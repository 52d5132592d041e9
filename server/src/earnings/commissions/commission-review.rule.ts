import type { CommissionStatus, HoldReason } from '../../core/enums.ts'

export type Review = 'approve' | 'reject'

/** What a review looks at. */
export interface ReviewedCommission {
  status: CommissionStatus
  rejected_at: Date | null
  /** The open payout that holds it. */
  payout_id: number | null
  hold_reason: HoldReason | null
}

export type ReviewDecision =
  | { kind: 'change'; status: CommissionStatus }
  | { kind: 'unchanged' }
  | { kind: 'refused' }
  /** It may be a duplicate: that is decided first (D58). */
  | { kind: 'undecided' }

/**
 * What a person may do with a commission by hand (D30). A pending one may be approved before its hold ends, unless it may be
 * a duplicate; what is not paid, nor on its way in an open payout, may be rejected. Asked again, nothing changes.
 */
export function reviewCommission(
  { status, rejected_at, payout_id, hold_reason }: ReviewedCommission,
  review: Review,
): ReviewDecision {
  switch (review) {
    case 'approve':
      if (status === 'approved') return { kind: 'unchanged' }
      if (status !== 'pending') return { kind: 'refused' }
      return hold_reason === 'possible_duplicate'
        ? { kind: 'undecided' }
        : { kind: 'change', status: 'approved' }
    case 'reject':
      if (rejected_at !== null) return { kind: 'unchanged' }
      if (payout_id !== null || status === 'paid' || status === 'reversed') return { kind: 'refused' }
      return { kind: 'change', status: 'reversed' }
  }
}
