import type { CommissionStatus, HoldReason } from '../../core/enums.ts'

export type Review = 'approve' | 'reject'

/** The facts that a review depends on. */
export interface ReviewedCommission {
  status: CommissionStatus
  rejected_at: Date | null
  /** The open payout that includes it. */
  payout_id: number | null
  hold_reason: HoldReason | null
}

export type ReviewDecision =
  | { kind: 'change'; status: CommissionStatus }
  | { kind: 'unchanged' }
  | { kind: 'rejected' }
  /** A possible duplicate has to be decided first (D58). */
  | { kind: 'undecided' }

/**
 * Decides whether a commission can be approved or rejected manually (D30). A pending one can be approved before its
 * hold ends. One that is paid or in an open payout can't be rejected. Repeating a decision changes nothing.
 */
export function reviewCommission(
  { status, rejected_at, payout_id, hold_reason }: ReviewedCommission,
  review: Review,
): ReviewDecision {
  switch (review) {
    case 'approve':
      if (status === 'approved') return { kind: 'unchanged' }
      if (status !== 'pending') return { kind: 'rejected' }
      return hold_reason === 'possible_duplicate'
        ? { kind: 'undecided' }
        : { kind: 'change', status: 'approved' }
    case 'reject':
      if (rejected_at !== null) return { kind: 'unchanged' }
      if (payout_id !== null || status === 'paid' || status === 'reversed') return { kind: 'rejected' }
      return { kind: 'change', status: 'reversed' }
  }
}
