import { PARTNER_STATUSES } from '../../core/enums.ts'
import { payoutBlocker } from '../../partners/enrollments/payout-blocker.rule.ts'
import type {
  NextPayoutBlocker,
  NextPayoutSums,
  PaidState,
  PayeeData,
  PayoutBatchData,
  PayoutExclusionReason,
  PayoutTerms,
} from './next-payout.ts'

/** Returns the most important reason a batch excludes a balance, or null. */
export function exclusionReason({
  lacks_details,
  is_below_minimum,
  ...eligibility
}: PayoutBatchData): PayoutExclusionReason | null {
  const wait = payoutBlocker(eligibility)
  if (wait !== null) return wait
  if (lacks_details) return 'details_missing'
  return is_below_minimum ? 'below_minimum' : null
}

/**
 * Lists the reasons a partner's next payout in a currency is waiting, most important first. The list is never empty,
 * because a payout is always waiting for its pay day or a manual batch.
 */
export function nextPayoutBlockers(
  terms: PayoutTerms,
  payee: PayeeData,
  sums: NextPayoutSums,
  now: Date,
): NextPayoutBlocker[] {
  const { status, payout_hold_reason } = payee
  // A closed account's balance can't grow.
  const minimumCents = status === 'closed' ? 1n : BigInt(terms.minimums[sums.currency] ?? '1')
  const lacks_details = terms.detailsRequired && !payee.has_details
  const blocker = exclusionReason({ status, payout_hold_reason, lacks_details, is_below_minimum: false })
  const change = payee.details_change_at
  return [
    ...(blocker === null ? [] : [{ reason: blocker }]),
    // Missing details are reported even while payouts are paused, because the partner can add them in the meantime.
    ...(lacks_details && blocker !== 'details_missing' ? [{ reason: 'details_missing' as const }] : []),
    ...findBlockers(sums, minimumCents, terms.isReviewed, now),
    ...(change === null ? [] : [{ reason: 'details_change' as const, until: change }]),
    terms.payDay === null ? { reason: 'by_hand' } : { reason: 'pay_day', day: terms.payDay },
  ]
}

function findBlockers(
  { payableCents, openCents, onHoldCents, nextDueAt }: NextPayoutSums,
  minimumCents: bigint,
  isReviewed: boolean,
  now: Date,
): NextPayoutBlocker[] {
  if (payableCents >= minimumCents) return []
  const blockers: NextPayoutBlocker[] = []
  if (payableCents > 0n) blockers.push({ reason: 'below_minimum', missingCents: minimumCents - payableCents })
  if (payableCents < 0n) blockers.push({ reason: 'reversed', missingCents: -payableCents })
  if (openCents > 0n) blockers.push({ reason: 'payout_open' })
  if (onHoldCents > 0n) {
    const isDue = nextDueAt === null || nextDueAt <= now
    if (isReviewed && isDue) blockers.push({ reason: 'awaiting_review' })
    else blockers.push(isDue ? { reason: 'on_hold' } : { reason: 'on_hold', until: nextDueAt })
  }
  return blockers.length === 0 ? [{ reason: 'nothing_owed' }] : blockers
}

/**
 * The combinations of partner states that a batch pays, for its SQL. Computed by testing every combination with
 * `exclusionReason`.
 */
export const PAID_STATES: readonly PaidState[] = PARTNER_STATUSES.flatMap((status) =>
  [true, false].flatMap((isHeld) =>
    [true, false].flatMap((lacksDetails) => {
      const payout_hold_reason = isHeld ? 'held' : null
      const reason = exclusionReason({
        status,
        payout_hold_reason,
        lacks_details: lacksDetails,
        is_below_minimum: false,
      })
      return reason === null ? [{ status, isHeld, lacksDetails }] : []
    }),
  ),
)
