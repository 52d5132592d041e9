import type {
  CommissionBase,
  CommissionKind,
  CommissionStatus,
  PolicyDuration,
  PolicyType,
} from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'

/** A commission with all that explains it, and nothing of who the customer is. */
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
  approved_at: Date | null
  rejected_at: Date | null
  customer_id: number
  click_uuid: string
  clicked_at: Date
  /** The program gave the customer to the partner, without a click, at `clicked_at`. */
  attributed_by_team: boolean
  signup_at: Date | null
  link_code: string | null
  sold_at: Date | null
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
  /** When a claim of the partner was accepted, which made the sale. */
  claim_accepted_at: Date | null
}

/** A payout that takes a commission up, or subtracts what was taken back of one that was paid. */
export interface PayoutOfEarning {
  id: number
  status: 'open' | 'paid'
  /** Negative: subtracted. */
  amount_cents: number
  created_at: Date
  /** When it was paid. */
  closed_at: Date | null
}

/** How often something of a commission was taken back, and when the last time was. */
export interface Reversed {
  times: number
  last_at: Date
}
