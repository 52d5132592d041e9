import type {
  AttributionSource,
  CouponPrecedence,
  CustomerStatus,
  LeadAuthPolicy,
  LeadSource,
  LeadState,
  PartnerStatus,
  ProgramStatus,
} from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'

/** The reason a lead has no attribution. These are the branches of `decideLead` that reject it. */
export const NO_LEAD_REASONS = [
  'program_inactive',
  'no_click',
  'window_expired',
  'click_partner_not_approved',
  'customer_partner_not_approved',
] as const
export type NoAttributionReason = (typeof NO_LEAD_REASONS)[number]

export interface LeadClick {
  uuid: string
  received_at: Date
  link_id: number
  partner_id: number
  partner_status: PartnerStatus
}

/** A possible customer, with its single lead. */
export interface LeadCustomer {
  id: number
  customer_key: string | null
  email_hash: Buffer | null
  status: CustomerStatus
  partner_id: number
  partner_status: PartnerStatus
  lead_id: number
  lead_state: LeadState
  /** The source that first reported the signup. */
  lead_source: LeadSource
  /** When the first request for this signup was received. */
  lead_received_at: Date
  attribution_source: AttributionSource
  /** When the click, the coupon code or the team attributed the customer. */
  clicked_at: Date
  sale_count: number
  /** The row that continues the customer, once a code or the team has attributed them again. */
  continued_by: number | null
}

export interface LeadData {
  program: {
    id: number
    sandbox: boolean
    status: ProgramStatus
    time_zone: string
    lead_auth_policy: LeadAuthPolicy
    closed_to_new_referrals: boolean
    coupon_precedence: CouponPrecedence
    attribution_window_days: number
    hold_period_days: number
    per_lead_amount_cents: number | null
    per_lead_currency: Currency | null
  }
  /** The program's live click with the sent `click_id`. */
  click: LeadClick | undefined
  /** The customer with the sent `customer_key`. */
  with_key: LeadCustomer | undefined
  /** The click's customers, newest first. */
  of_click: readonly LeadCustomer[]
  /** The customers with the sent email, newest first. */
  with_email: readonly LeadCustomer[]
}
