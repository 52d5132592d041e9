import type { PartnerStatus } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'
import type { LeftOutReason } from './next-payout.ts'

/** Balances of which something is owed, of one currency and alike in what decides whether they are paid; the sum in digits. */
export interface BalanceGroup {
  status: PartnerStatus
  /** Any of them: holds are one, whatever their reasons. */
  payout_hold_reason: string | null
  lacks_details: boolean
  is_below_minimum: boolean
  currency: Currency
  partners: number
  /** The first of them. */
  partner_ids: number[]
  owed_cents: string
}

/** What a batch leaves out for one reason in one currency; the sum in digits. */
export interface WaitingSum {
  reason: LeftOutReason
  currency: Currency
  partners: number
  /** The first of them. */
  partner_ids: number[]
  owed_cents: string
}
