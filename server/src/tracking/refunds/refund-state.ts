/**
 * Matches the processor's own refund IDs, which identify one refund across sources. Also used as a PostgreSQL pattern.
 */
export const PROCESSOR_REFUND_ID = '^(re|pyr)_'

/** A refund's sale and what has been recorded against it, in minor units. Sums may exceed a number's range. */
export interface RefundData {
  amount_cents: number
  /** The amount that currently counts as refunded. */
  refunded_cents: number
  /** Total of the counted refunds, without failed ones. */
  refunds_cents: bigint
  /** Total of open and lost disputes. */
  disputes_cents: bigint
  /** The recorded event with the same kind and ID. */
  existing: { id: number; amount_cents: number; is_withdrawn: boolean } | undefined
  prior_reports: ReportedRefunds
  /** The part of `prior_reports` that the team entered. Only the merchant's server may report the same refunds again. */
  team_reports: Pick<ReportedRefunds, 'named_cents' | 'other_cents'>
  /** Possible rounding error in the reports; 0 if they are exact (`refund-rounding.rule.ts`). */
  rounding_cents: bigint
}

/**
 * The sale's refunds by source: the processor, and the merchant (API and dashboard). Both report the same refunds, at
 * different times.
 */
export interface ReportedRefunds {
  /** Total reported by the processor, without failed refunds. */
  processor_cents: bigint
  /** Total reported by the merchant under processor IDs, without failed refunds. */
  named_cents: bigint
  /** Total reported by the merchant under its own IDs or as totals. */
  other_cents: bigint
  /** Failed refunds whose ID only the processor reported. Any part of `other_cents` may be one of these refunds. */
  failed_cents: bigint
  /** The same refund in other reports: its failed amount, and the amount reported by the merchant. */
  same_refund: { failed_cents: bigint | undefined; named_cents: bigint | undefined }
  /** Whether the sale duplicates another one, so no amount remains. */
  is_void: boolean
}

/** Facts that determine whether a sale's refunds are reported as fractions of its amount. */
export interface RefundRoundingData {
  sale: { amount_cents: bigint; currency: string }
  /** The processor's payment for the sale; undefined if unknown. */
  payment: { amount_cents: bigint; currency: string } | undefined
  /** Whether the payment's charge also paid other sales. */
  is_shared: boolean
  /** Number of refunds reported by the merchant and of counted disputes. */
  reports: number
}
