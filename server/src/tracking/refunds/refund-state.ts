/**
 * Matches the processor's own refund ids, which identify one refund across sources. Used as a PostgreSQL
 * pattern too.
 */
export const PROCESSOR_REFUND_ID = '^(re|pyr)_'

/**
 * The sale of a refund and what was recorded against it so far, in minor units. Sums may exceed the range of a
 * number.
 */
export interface RefundFacts {
  amount_cents: number
  /** The amount that currently counts as refunded. */
  refunded_cents: number
  /** Counted refunds without failed ones. */
  refunds_cents: bigint
  /** Open and lost disputes. */
  disputes_cents: bigint
  /** The recorded event of the same kind and id. */
  seen: { id: number; amount_cents: number; is_withdrawn: boolean } | undefined
  prior_reports: ReportedRefunds
  /** Possible rounding error of the reports; 0 if they are exact (`refund-rounding.rule.ts`). */
  rounding_cents: bigint
}

/**
 * Refunds of the sale by source: the processor, and the merchant (API and dashboard). Both report the same
 * refunds, at different times.
 */
export interface ReportedRefunds {
  /** Total reported by the processor, without failed refunds. */
  processor_cents: bigint
  /** Reported by the merchant under processor ids, without failed refunds. */
  named_cents: bigint
  /** Reported by the merchant under its own ids or as totals. */
  other_cents: bigint
  /** Failed refunds that only the processor named: any of `other_cents` may be one of them. */
  failed_cents: bigint
  /** The same refund from other reports: its failed amount, and the amount reported by the merchant. */
  same: { failed_cents: bigint | undefined; named_cents: bigint | undefined }
  /** The sale duplicates another sale: nothing of it is left. */
  is_void: boolean
}

/** Facts that decide whether the refunds of a sale are reported in fractions of it. */
export interface RefundRoundingFacts {
  sale: { amount_cents: bigint; currency: string }
  /** The processor's payment of it; undefined if unknown. */
  payment: { amount_cents: bigint; currency: string } | undefined
  /** Whether its charge paid other sales too. */
  is_shared: boolean
  /** Number of refunds reported by the merchant and of counted disputes. */
  reports: number
}
