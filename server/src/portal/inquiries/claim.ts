import type { Currency } from '../../core/money/currency.ts'

/** Results of an inquiry. Other partners' orders and unknown orders have the same result. */
export const INQUIRY_ANSWERS = [
  'paid',
  'on_its_way',
  'on_hold',
  'reversed',
  'not_paid',
  'not_yours_or_unknown',
  'sales_that_day',
  'no_sales_that_day',
  'nothing_that_day',
] as const
export type InquiryAnswerKind = (typeof INQUIRY_ANSWERS)[number]

/** Reasons in an explanation that a partner may see. */
export const INQUIRY_REASONS = [
  'paid',
  'in_payout',
  'awaiting_payout',
  'awaiting_partner',
  'on_hold',
  'awaiting_review',
  'refunded_after_payment',
  'refunded',
  'disputed',
  'duplicate_payment',
  'commission_rejected',
  'commission_ended',
  'commission_first_sale_only',
  'no_policy_for_currency',
  'zero_commission',
  'window_closed',
  'click_without_signup',
  'inactive_link',
] as const
export type InquiryReason = (typeof INQUIRY_REASONS)[number]

/** Why a claim can't be approved. */
export const CLAIM_OBSTACLES = [
  'no_order_named',
  'sale_not_received',
  'payment_pending',
  'belongs_to_another',
  'has_commission',
  'recorded_without_commission',
  'unsupported_currency',
  'invalid_amount',
  'customer_unknown',
  'partner_not_approved',
  'no_commission',
] as const
export type ClaimObstacle = (typeof CLAIM_OBSTACLES)[number]

/** The most complete record of an order. */
export interface ReceivedOrder {
  kind: 'sale' | 'payment' | 'rejected_sale'
  amountCents: number | null
  currency: Currency | string | null
  /** When the order was first received. */
  at: Date
}
