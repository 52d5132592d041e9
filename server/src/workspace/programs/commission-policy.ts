import type { CommissionBase, PolicyDuration, PolicyType } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'

/**
 * A version of a commission policy (D28). Without a product, it is the default; without a group, it applies to the
 * whole program.
 */
export interface CommissionPolicy {
  id: number
  /** The group whose partners the policy pays; null for partners whose group has no policy. */
  group_id: number | null
  product_id: string | null
  type: PolicyType
  rate_bps: number | null
  amount_cents: number | null
  currency: Currency | null
  duration: PolicyDuration
  duration_months: number | null
  /** Days until a commission is approved; null to use the program's setting. */
  hold_days: number | null
  /** What a percentage is applied to. Not used for flat amounts. */
  commission_base: CommissionBase
}
