import { PAYOUT_BLOCKERS, type PartnerStatus } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'
import type { PayoutEligibility } from '../../partners/enrollments/payout-eligibility.ts'

/** Why a batch excludes a positive balance. */
export const EXCLUSION_REASONS = [...PAYOUT_BLOCKERS, 'details_missing', 'below_minimum'] as const
export type PayoutExclusionReason = (typeof EXCLUSION_REASONS)[number]

/** Why a partner's next payout waits. */
export const NEXT_PAYOUT_REASONS = [
  ...EXCLUSION_REASONS,
  'reversed',
  'nothing_owed',
  'payout_open',
  'on_hold',
  'awaiting_review',
  'details_change',
  'pay_day',
  'by_hand',
] as const
export type NextPayoutReason = (typeof NEXT_PAYOUT_REASONS)[number]

/** The facts that decide whether a batch excludes a balance. */
export interface BatchFacts extends PayoutEligibility {
  /** Whether the batch requires payout details and no version applies. */
  lacks_details: boolean
  /**
   * Whether the balance is below the minimum of the request, or of the program unless the partner closed their account.
   */
  is_below_minimum: boolean
}

/** A combination of partner states that is paid. */
export interface PaidState {
  status: PartnerStatus
  isHeld: boolean
  lacksDetails: boolean
}

/** A program's payout settings relevant to the next payout. */
export interface PayoutTerms {
  /** Whether the next payout leaves out partners without payout details. */
  detailsRequired: boolean
  /** Minimum payout by currency, as strings. */
  minimums: Readonly<Record<string, string>>
  /** The next day on which payouts are created, such as `2026-03-15`; null if payouts are created manually. */
  payDay: string | null
  /** Whether commissions need manual approval. The end of a hold alone then doesn’t approve them. */
  isReviewed: boolean
}

export interface PayeeFacts extends PayoutEligibility {
  has_details: boolean
  /** When a pending change of payout details applies; null if there is none. */
  details_change_at: Date | null
}

/** A partner's balance in one currency, in minor units. */
export interface NextPayoutSums {
  currency: Currency
  /** The amount that a batch would include now. */
  payableCents: bigint
  /** The amount included in open payouts. */
  openCents: bigint
  onHoldCents: bigint
  /** When the next hold ends. */
  nextDueAt: Date | null
}

export interface NextPayoutBlocker {
  reason: NextPayoutReason
  /** When the wait ends without any action. */
  until?: Date
  /** A day in the program's time zone, such as `2026-03-15`. */
  day?: string
  /** The amount missing to reach the minimum. */
  missingCents?: bigint
}
