import type {
  AttributionSource,
  CommissionBase,
  CommissionKind,
  CommissionStatus,
  HoldReason,
  PolicyDuration,
  PolicyType,
} from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'

/** A commission with the facts that explain it, without the customer's name. */
export interface EarningRow {
  id: number
  kind: CommissionKind
  status: CommissionStatus
  currency: Currency
  amount_cents: number
  reversed_cents: number
  paid_cents: number
  created_at: Date
  hold_until: Date
  /** Why the commission is waiting for the program's decision, regardless of its hold period. */
  hold_reason: HoldReason | null
  approved_at: Date | null
  rejected_at: Date | null
  customer_id: number
  click_uuid: string
  clicked_at: Date
  /** How the customer was attributed, at `clicked_at`. */
  attribution_source: AttributionSource
  /** The code that attributed the customer. */
  coupon_code: string | null
  signup_at: Date | null
  /** Null if a coupon code attributed the customer. */
  link_code: string | null
  /** The date of the order. */
  sold_at: Date | null
  sale_received_at: Date | null
  sale_cents: number | null
  tax_cents: number | null
  refunded_cents: number | null
  is_renewal: boolean | null
  product_id: string | null
  is_disputed: boolean
  policy_type: PolicyType | null
  policy_rate_bps: number | null
  policy_amount_cents: number | null
  policy_product_id: string | null
  policy_duration: PolicyDuration | null
  policy_duration_months: number | null
  policy_commission_base: CommissionBase | null
  payout_id: number | null
  /** When the partner's claim was approved, if that created the sale. */
  claim_approved_at: Date | null
}

/** A payout that includes a commission, or deducts a reversal of one that was paid. */
export interface EarningPayout {
  id: number
  status: 'open' | 'paid'
  /** Negative for a deduction. */
  amount_cents: number
  created_at: Date
  /** When the payout was paid. */
  closed_at: Date | null
}

/** Number of reversals, and the time of the last one. */
export interface ReversalSums {
  times: number
  last_at: Date
}
