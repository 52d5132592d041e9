import type { Currency } from '../../core/money/currency.ts'

/** Results of an inquiry. Everything about other partners has the same one. */
export const OWN_ANSWERS = [
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
export type OwnAnswer = (typeof OWN_ANSWERS)[number]

/** Reasons of an explanation that a partner may see. */
export const OWN_REASONS = [
  'paid',
  'in_payout',
  'waits_for_payout',
  'waits_for_partner',
  'waits_for_hold',
  'waits_for_review',
  'refunded_after_payment',
  'refunded',
  'disputed',
  'same_payment_twice',
  'commission_rejected',
  'commission_ended',
  'commission_first_sale_only',
  'no_policy_of_currency',
  'commission_is_zero',
  'window_closed',
  'click_without_signup',
  'link_inactive',
] as const
export type OwnReason = (typeof OWN_REASONS)[number]

/** Why a claim can't be approved. */
export const CLAIM_OBSTACLES = [
  'no_order_named',
  'sale_not_received',
  'payment_only_announced',
  'belongs_to_another',
  'has_commission',
  'recorded_without_commission',
  'currency_not_taken',
  'amount_unreadable',
  'customer_unknown',
  'partner_not_approved',
  'earns_nothing',
] as const
export type ClaimObstacle = (typeof CLAIM_OBSTACLES)[number]

/** The most complete record of an order. */
export interface ReceivedOrder {
  kind: 'sale' | 'payment' | 'rejected_sale'
  amountCents: number | null
  currency: Currency | string | null
  /** When it was first received. */
  at: Date
}
