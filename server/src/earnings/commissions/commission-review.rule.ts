import type { CommissionStatus, HoldReason } from '../../core/enums.ts'

export type Review = 'approve' | 'reject' | 'withdraw'

/** The facts that a review depends on. */
export interface ReviewedCommission {
  status: CommissionStatus
  rejected_at: Date | null
  /** The open payout that includes the commission. */
  payout_id: number | null
  hold_reason: HoldReason | null
  paid_cents: number
  /** The latest change in the commission's history. */
  latest_change: LatestChange | undefined
}

export interface LatestChange {
  from_status: CommissionStatus
  to_status: CommissionStatus
  /** The user or management key that made the change. */
  actor_user_id: string | null
  /** The hold that the change ended. */
  ended_hold: HoldReason | null
}

export type ReviewDecision =
  | { kind: 'change'; status: CommissionStatus }
  | { kind: 'unchanged' }
  | { kind: 'rejected' }
  /** A possible duplicate has to be decided first (D58). */
  | { kind: 'undecided' }
  /**
   * Only the actor who approved a commission can withdraw the approval, and only as long as nothing else has changed.
   */
  | { kind: 'not_withdrawable' }

/**
 * Decides whether a commission can be approved or rejected manually, or its approval withdrawn (D30). A pending
 * commission can be approved before its hold ends. A commission that is paid or in an open payout can't be
 * rejected. An approval that ended a hold can't be withdrawn, because the reason for the hold may no longer exist.
 * Repeating a decision changes nothing.
 */
export function reviewCommission(
  { status, rejected_at, payout_id, hold_reason, paid_cents, latest_change }: ReviewedCommission,
  review: Review,
  actorId: string,
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
    case 'withdraw':
      if (status === 'pending') return { kind: 'unchanged' }
      if (status !== 'approved' || payout_id !== null || paid_cents !== 0) return { kind: 'rejected' }
      return isOwnApproval(latest_change, actorId)
        ? { kind: 'change', status: 'pending' }
        : { kind: 'not_withdrawable' }
  }
}

function isOwnApproval(change: LatestChange | undefined, actorId: string): boolean {
  if (change === undefined || change.ended_hold !== null) return false
  const { from_status, to_status, actor_user_id } = change
  return from_status === 'pending' && to_status === 'approved' && actor_user_id === actorId
}
