import { PAYOUT_BLOCKERS, type PartnerStatus } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'
import type { PayoutEligibility } from '../../partners/enrollments/payout-eligibility.ts'

/** Why a batch leaves out a balance of which something is owed. */
export const LEFT_OUT_REASONS = [...PAYOUT_BLOCKERS, 'details_missing', 'below_minimum'] as const
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number]

/** What a partner's next payout waits for. */
export const NEXT_PAYOUT_REASONS = [
  ...LEFT_OUT_REASONS,
  'reversed',
  'nothing_owed',
  'payout_open',
  'on_hold',
  'waits_for_review',
  'details_change',
  'pay_day',
  'by_hand',
] as const
export type NextPayoutReason = (typeof NEXT_PAYOUT_REASONS)[number]

/** What decides whether a batch leaves out a balance. */
export interface BatchFacts extends PayoutEligibility {
  /** The program asks for payout details, and no version is in use. */
  lacks_details: boolean
  /** Less than the call asks for, or than the program does, whose minimum does not hold for who closed his account. */
  is_below_minimum: boolean
}

/** A way to stand in which a partner is paid. */
export interface PaidState {
  status: PartnerStatus
  isHeld: boolean
  lacksDetails: boolean
}

/** How a program pays, as far as the next payout depends on it. */
export interface PayoutTerms {
  detailsRequired: boolean
  /** The least that is paid out, in digits, by currency. */
  minimums: Readonly<Record<string, string>>
  /** The next day on which payouts are made, `2026-03-15`; null: by hand. */
  payDay: string | null
  /** Commissions are approved by hand: the end of their hold is not enough. */
  isReviewed: boolean
}

/** A partner whose next payouts are looked at. */
export interface PayeeFacts extends PayoutEligibility {
  has_details: boolean
  /** When a change of his details is used; null: none waits. */
  details_change_at: Date | null
}

/** What a partner has in one currency, in minor units. */
export interface NextPayoutSums {
  currency: Currency
  /** What a batch would take now. */
  payableCents: bigint
  /** What open payouts hold. */
  openCents: bigint
  onHoldCents: bigint
  /** When the next of what is on hold is due. */
  nextDueAt: Date | null
}

export interface NextPayoutBlocker {
  reason: NextPayoutReason
  /** The instant at which this wait ends by itself. */
  until?: Date
  /** The local day of the program, `2026-03-15`. */
  day?: string
  /** What must be earned first. */
  missingCents?: bigint
}
