import { PARTNER_STATUSES } from '../../core/enums.ts'
import { payoutBlocker } from '../../partners/enrollments/payout-blocker.rule.ts'
import type {
  BatchFacts,
  LeftOutReason,
  NextPayoutBlocker,
  NextPayoutSums,
  PaidState,
  PayeeFacts,
  PayoutTerms,
} from './next-payout.ts'

/** Why a batch leaves out a balance, the weightiest reason first; null when it is paid. */
export function leftOut({ lacks_details, is_below_minimum, ...standing }: BatchFacts): LeftOutReason | null {
  const wait = payoutBlocker(standing)
  if (wait !== null) return wait
  if (lacks_details) return 'details_missing'
  return is_below_minimum ? 'below_minimum' : null
}

/**
 * What a partner's next payout of one currency waits for, the weightiest first: what a batch leaves it out for, what may
 * still come to it, and when a batch is made. Never empty, because a payout always waits for its day or for a hand.
 */
export function nextPayoutBlockers(
  terms: PayoutTerms,
  payee: PayeeFacts,
  sums: NextPayoutSums,
  now: Date,
): NextPayoutBlocker[] {
  const { status, payout_hold_reason } = payee
  // Nothing would ever come to the balance of who closed his account.
  const minimumCents = status === 'closed' ? 1n : BigInt(terms.minimums[sums.currency] ?? '1')
  const lacks_details = terms.detailsRequired && !payee.has_details
  const standing = leftOut({ status, payout_hold_reason, lacks_details, is_below_minimum: false })
  const change = payee.details_change_at
  return [
    ...(standing === null ? [] : [{ reason: standing }]),
    // Somebody may be held and have said nothing yet: he can do something about it meanwhile.
    ...(lacks_details && standing !== 'details_missing' ? [{ reason: 'details_missing' as const }] : []),
    ...waitsOfSums(sums, minimumCents, terms.isReviewed, now),
    ...(change === null ? [] : [{ reason: 'details_change' as const, until: change }]),
    terms.payDay === null ? { reason: 'by_hand' } : { reason: 'pay_day', day: terms.payDay },
  ]
}

function waitsOfSums(
  { payableCents, openCents, onHoldCents, nextDueAt }: NextPayoutSums,
  minimumCents: bigint,
  isReviewed: boolean,
  now: Date,
): NextPayoutBlocker[] {
  if (payableCents >= minimumCents) return []
  const waits: NextPayoutBlocker[] = []
  if (payableCents > 0n) waits.push({ reason: 'below_minimum', missingCents: minimumCents - payableCents })
  if (payableCents < 0n) waits.push({ reason: 'reversed', missingCents: -payableCents })
  if (openCents > 0n) waits.push({ reason: 'payout_open' })
  if (onHoldCents > 0n) {
    const isDue = nextDueAt === null || nextDueAt <= now
    if (isReviewed && isDue) waits.push({ reason: 'waits_for_review' })
    else waits.push(isDue ? { reason: 'on_hold' } : { reason: 'on_hold', until: nextDueAt })
  }
  return waits.length === 0 ? [{ reason: 'nothing_owed' }] : waits
}

/** The standings that a batch does not leave out, for its SQL: `leftOut`, asked of every one there is. */
export const PAID_STANDINGS: readonly PaidState[] = PARTNER_STATUSES.flatMap((status) =>
  [true, false].flatMap((isHeld) =>
    [true, false].flatMap((lacksDetails) => {
      const payout_hold_reason = isHeld ? 'held' : null
      const reason = leftOut({
        status,
        payout_hold_reason,
        lacks_details: lacksDetails,
        is_below_minimum: false,
      })
      return reason === null ? [{ status, isHeld, lacksDetails }] : []
    }),
  ),
)
