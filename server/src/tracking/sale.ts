import type { DecisionFacts } from '../calls/decision.ts'
import type { Currency } from '../platform/currency.ts'
import type { CustomerDelta } from '../platform/stat-delta.ts'
import type {
  AttributedBy,
  CustomerStatus,
  PartnerStatus,
  SaleDecisionCode,
  SaleType,
  SubscriptionInterval,
} from '../platform/words.ts'
import type { CommissionPolicy } from '../programs/commission-policy.ts'

/** Why a sale finds no partner: the branches of `attribute`. */
export type NoAttributionReason = 'nothing_sent' | 'unknown_customer' | 'partner_not_approved'

/** The customer a sale resolved, as far as attribution needs it. */
export interface AttributableCustomer {
  id: number
  status: CustomerStatus
  partner_id: number
  link_id: number
  /** The partner's standing in the program, or null when it has none. */
  partner_status: PartnerStatus | null
  /** The partner's group, whose policies come first; null: none. */
  group_id: number | null
  click_uuid: string
  clicked_at: Date
  first_sale_at: Date | null
  first_purchase_at: Date | null
  sale_count: number
}

/** The body of a sale call, its types already checked; see the field table of the sale endpoint. */
export interface SaleFields {
  transaction_id?: string
  amount_cents?: number
  tax_amount_cents?: number
  customer_key?: string
  click_id?: string
  currency?: unknown
  sale_type?: SaleType
  additional_data?: Record<string, unknown>
  is_recurring?: boolean
  subscription_id?: string
  subscription_interval?: SubscriptionInterval
  product_id?: string
  occurred_at?: string
  provider?: string
  provider_payment_id?: string
  livemode?: boolean
}

/** A sale call that keeps every field rule, with its defaults filled in. Instants are UTC. */
export interface SaleRequest {
  transaction_id: string | undefined
  amount_cents: number | undefined
  tax_amount_cents: number | undefined
  customer_key: string | undefined
  click_id: string | undefined
  currency: Currency
  sale_type: SaleType
  additional_data: Record<string, unknown> | undefined
  is_recurring: boolean
  subscription_id: string | undefined
  subscription_interval: SubscriptionInterval | undefined
  product_id: string | undefined
  occurred_at: Date | undefined
  provider: string | undefined
  provider_payment_id: string | undefined
}

/** A payment of the connected processor account that a sale names by its provider_payment_id. */
export interface NamedPayment {
  id: number
  sale_id: number | null
  /** The processor reported it under this name: it is more than the name that another sale gave it. */
  is_reported: boolean
}

/** What is known when a live sale is decided; one statement loads it all. */
export interface SaleFacts {
  program: {
    id: number
    time_zone: string
    attribution_window_days: number
    hold_period_days: number
    platform_fee_bps: number
    /** Of a sandbox alone: how far its clock is ahead. */
    clock_ahead_ms?: number
  }
  /** The sale that already has this transaction_id. */
  recorded_sale_id: number | undefined
  customer: AttributableCustomer | undefined
  /** By what the customer was found, when it was by nothing of the request. */
  found_by?: AttributedBy
  /** The payment of the connected processor account that the transaction_id names. */
  payment_id?: number | undefined
  /** The one that its provider_payment_id names. */
  named_payment?: NamedPayment | undefined
  /** The payment of another sale whose provider_payment_id, and nothing else, is this transaction_id. */
  namesake_payment_id?: number | undefined
  /** The policies in force: the default and the one of the sale's product, of everybody and of the partner's group. */
  policies: readonly CommissionPolicy[]
}

/** A live request: the two fields every live sale has. */
export type LiveSaleRequest = SaleRequest & { transaction_id: string; amount_cents: number }

/** How an attributed sale was decided, and by which policy; undefined: none matches the sale and its currency. */
export interface SaleVerdict {
  code: SaleDecisionCode
  policy_id: number | undefined
  facts?: DecisionFacts
}

/** Everything one sale writes, at once or not at all (D33). */
export interface SaleToSave {
  kind: 'save'
  program: SaleFacts['program']
  customer: AttributableCustomer
  by: AttributedBy
  request: LiveSaleRequest
  receivedAt: Date
  reportedAt: Date
  /** The local days of the two instants. */
  receivedDay: string
  reportedDay: string
  commission: { amount_cents: number; hold_until: Date } | undefined
  verdict: SaleVerdict
  fee: { rate_bps: number; amount_cents: number }
  stats: CustomerDelta[]
  message: string
  /** The payment without a sale that it takes over. */
  paymentId: number | undefined
  /** What the processor calls its payment, where no payment is called that yet. */
  paymentName: string | undefined
  /** Its transaction_id is already a name of another sale's payment. */
  isNameTaken: boolean
}
