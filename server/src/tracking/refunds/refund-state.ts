/** A refund that is called by the processor's own id is that refund and no other. As PostgreSQL reads it too. */
export const PROCESSOR_REFUND_ID = '^(re|pyr)_'

/** The sale a refund is about, and what was recorded against it so far, in minor units. Sums may outgrow a number. */
export interface RefundFacts {
  amount_cents: number
  /** What of it counts as refunded now. */
  refunded_cents: number
  /** What counts of its refunds, less those that failed. */
  refunds_cents: bigint
  /** Disputes that are open or lost. */
  disputes_cents: bigint
  /** The recorded event of the same kind and id. */
  seen: { id: number; amount_cents: number; is_withdrawn: boolean } | undefined
  told: ReportedRefunds
  /** How much the reports may be off by rounding; 0 where each is exact (`refund-rounding.rule.ts`). */
  rounding_cents: bigint
}

/**
 * What was said of the sale's refunds, by its two reporters: the processor of its account, and the merchant with the
 * people of the dashboard. They tell of the same refunds, each in its own time.
 */
export interface ReportedRefunds {
  /** By the processor's reports this has been refunded in all, failures left out. */
  processor_cents: bigint
  /** By the other: refunds under the processor's own ids, those that failed left out. */
  named_cents: bigint
  /** By the other: refunds under ids of its own, or totals. */
  other_cents: bigint
  /** Refunds that failed and that only the processor named: they may be any of `other_cents`. */
  failed_cents: bigint
  /** The same refund as a failure: what failed of it. The same refund as a report of the other: what it said. */
  same: { failed_cents: bigint | undefined; named_cents: bigint | undefined }
  /** The sale is the same payment as another sale: nothing of it is left. */
  is_void: boolean
}

/** What decides whether the refunds of a sale are reported in fractions of it. */
export interface RoundedRefunds {
  sale: { amount_cents: bigint; currency: string }
  /** What the processor's payment of it was; undefined when that is not known. */
  payment: { amount_cents: bigint; currency: string } | undefined
  /** Its charge paid other sales too. */
  is_shared: boolean
  /** Refunds that the merchant reported, and disputes that count. */
  reports: number
}
