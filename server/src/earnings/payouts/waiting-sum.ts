import type { PartnerStatus } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'
import type { PayoutExclusionReason } from './next-payout.ts'

/** The sum of the balances in one currency with the same payout eligibility, as a string. */
export interface BalanceGroup {
  status: PartnerStatus
  /** The reason payouts are paused; null if they aren't. */
  payout_hold_reason: string | null
  lacks_details: boolean
  is_below_minimum: boolean
  currency: Currency
  partners: number
  /** Only the first partners. */
  partner_ids: number[]
  owed_cents: string
}

/** The sum of the balances in one currency that a batch excludes for one reason, as a string. */
export interface WaitingSum {
  reason: PayoutExclusionReason
  currency: Currency
  partners: number
  /** Only the first partners. */
  partner_ids: number[]
  owed_cents: string
}
