import type { Currency } from '../../core/money/currency.ts'

/**
 * How an order arrived with a code: `other_click` if another partner's click brought the customer shortly before;
 * otherwise `no_click` if no click from the code's partner is known; otherwise `own_click`.
 */
export const COUPON_ORDER_KINDS = ['own_click', 'no_click', 'other_click'] as const
export type CouponOrderKind = (typeof COUPON_ORDER_KINDS)[number]

/** Sums of orders with one code, one currency and one kind. */
export interface CouponOrderSum {
  coupon_id: number
  code: string
  partner_id: number
  partner_name: string
  currency: Currency
  kind: CouponOrderKind
  orders: number
  /** Customers' first orders. */
  new_orders: number
  /** Less refunds, in minor units. */
  revenue_cents: bigint
  /** Less reversals, whichever partner the order was attributed to. */
  commission_cents: bigint
  /** The part of `commission_cents` that the code's partner earned. */
  code_partner_commission_cents: bigint
}

/** Columns that contain amounts. */
export type SumColumn = 'revenue_cents' | 'commission_cents' | 'code_partner_commission_cents'

/** An order with a sign that its code leaked. */
export interface CouponLeak {
  sale_id: number
  transaction_id: string
  received_at: Date
  code: string
  kind: CouponOrderKind
  code_partner_id: number
  code_partner_name: string
  /** The partner that the order was attributed to. */
  partner_id: number
  partner_name: string
  click_partner_id: number | null
  click_partner_name: string | null
  clicked_at: Date | null
  currency: Currency
  amount_cents: number
  refunded_cents: number
  commission_cents: number
}
