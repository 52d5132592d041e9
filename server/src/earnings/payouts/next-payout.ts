import { PAYOUT_BLOCKERS, type PartnerStatus } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'
import type { PayoutEligibility } from '../../partners/enrollments/payout-eligibility.ts'

/** The reason a batch excludes a positive balance. */
export const EXCLUSION_REASONS = [...PAYOUT_BLOCKERS, 'details_missing', 'below_minimum'] as const
export type PayoutExclusionReason = (typeof EXCLUSION_REASONS)[number]

/** The reason a partner's next payout is waiting. */
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
export interface PayoutBatchData extends PayoutEligibility {
  /** Whether the batch requires payout details and the partner has none that apply. */
  lacks_details: boolean
  /**
   * Whether the balance is below the request's minimum or, unless the partner closed their account, the program's
   * minimum.
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
  /** Whether the next payout omits partners without payout details. */
  detailsRequired: boolean
  /** Minimum payout by currency, as strings. */
  minimums: Readonly<Record<string, string>>
  /** The next day on which payouts are created, such as `2026-03-15`; null if payouts are created manually. */
  payDay: string | null
  /** Whether commissions need manual approval. If so, the end of a hold doesn't approve them. */
  isReviewed: boolean
}

export interface PayeeData extends PayoutEligibility {
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
  /** When the wait ends by itself. */
  until?: Date
  /** A day in the program's time zone, such as `2026-03-15`. */
  day?: string
  /** The amount needed to reach the minimum. */
  missingCents?: bigint
}
