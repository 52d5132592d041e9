import type { CommissionBase, PolicyDuration, PolicyType } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'

/** One version of a commission policy (D28). Without a product it is the default, without a group the program's. */
export interface CommissionPolicy {
  id: number
  /** Whose partners it pays; null: everybody for whom no group has one. */
  group_id: number | null
  product_id: string | null
  type: PolicyType
  rate_bps: number | null
  amount_cents: number | null
  currency: Currency | null
  duration: PolicyDuration
  duration_months: number | null
  /** Days a commission waits before it is approved; null: the program's. */
  hold_days: number | null
  /** What a percentage is taken of; a flat amount is the same either way. */
  commission_base: CommissionBase
}
