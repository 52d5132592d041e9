import type { Currency } from '../platform/currency.ts'
import type {
  AttributedBy,
  CommissionApproval,
  CommissionStatus,
  CustomerStatus,
  HoldReason,
  LeadSource,
  LeadState,
  PartnerStatus,
  PaymentState,
  PayoutStatus,
  PayoutWait,
  ProgramStatus,
  RefundKind,
  RefundSource,
  SaleStatus,
  StoryAskedBy,
  TrackCall,
  UnattributedReason,
} from '../platform/words.ts'
import type { NoLeadReason } from '../tracking/lead.ts'

/** What an explanation is asked by: exactly one name. An e-mail is only known by its keyed hash, in hex (D25). */
export interface Asked {
  by: StoryAskedBy
  value: string
}

/**
 * Every verdict there is. One name for each branch of the rules that decide (`decideClick`, `decideLead`, `decideSale`,
 * `attribute`, `pickPolicy`, `isWithinDuration`, refunds, approval and payouts), and for what never reached them.
 */
export const REASONS = [
  // A recorded sale that earns its partner something.
  'paid',
  'refunded_after_payment',
  'in_payout',
  'waits_for_payout',
  'waits_for_partner',
  'waits_for_hold',
  'waits_for_review',
  // A recorded sale that earns nothing.
  'refunded',
  'disputed',
  'same_payment_twice',
  'commission_rejected',
  'commission_ended',
  'commission_first_sale_only',
  'no_policy_of_currency',
  'commission_is_zero',
  'test_event',
  // A call that was refused.
  'call_malformed',
  'currency_not_taken',
  'key_refused',
  'duplicate_transaction',
  'call_refused',
  'sent_again_it_counts',
  // Nobody, or nobody approved, to attribute to.
  'nothing_to_attribute_by',
  'customer_never_signed_up',
  'customer_key_spelled_differently',
  'lead_refused',
  'lead_already_settled',
  'no_click_recorded',
  'click_of_another_program',
  'click_without_signup',
  'later_click_won',
  'earlier_click_kept_customer',
  'unknown_link',
  'link_inactive',
  'click_of_bot',
  'partner_not_approved',
  'window_closed',
  'program_not_active',
  'program_closed',
  // Somebody is known, and nothing was bought yet.
  'no_sale_yet',
  'lead_is_provisional',
  // What the payment processor told of.
  'payment_announced',
  'payment_not_attributed',
  'payment_dismissed',
  // Nothing is known of the name.
  'spelled_differently',
  'known_in_another_program',
  'nothing_received',
] as const
export type Reason = (typeof REASONS)[number]

/** What a partner gets of it: it was paid out, a payout is next, something must happen first, or nothing. */
export const STANDINGS = ['paid', 'due', 'waits', 'nothing'] as const
export type Standing = (typeof STANDINGS)[number]

export interface Named {
  id: number
  name: string
}

/** What decided, by name; what does not matter for a reason is left out. Amounts are minor units, instants ISO 8601. */
export interface Facts {
  asked?: string
  transactionId?: string
  customerKey?: string
  clickId?: string
  saleId?: number
  customerId?: number
  commissionId?: number
  payoutId?: number
  /** Of the customer, the click or the sale. */
  partner?: Named
  /** Who has the customer instead. */
  otherPartner?: Named
  linkCode?: string
  amountCents?: number
  currency?: Currency
  /** What the partner has of it now: made, less taken back. */
  commissionCents?: number
  /** What was made. */
  madeCents?: number
  /** The tax that the commission's percentage leaves out. */
  taxCents?: number
  paidCents?: number
  refundedCents?: number
  receivedAt?: string
  clickedAt?: string
  otherClickedAt?: string
  /** The window that decided: of a sale that was refused for it, the one of then. */
  windowDays?: number
  windowEndedAt?: string
  /** Where the window is another one now than the one that decided, or what decided is not known any more. */
  windowDaysNow?: number
  /** The sale was refused for something else; only if it were sent again now, it would come after the window. */
  isClosedSince?: true
  firstSaleAt?: string
  durationMonths?: number
  durationEndedAt?: string
  holdUntil?: string
  /** Why it waits beyond that. */
  holdReason?: HoldReason
  paidAt?: string
  rejectedReason?: string
  payoutWait?: PayoutWait
  payoutHoldReason?: string
  partnerStatus?: PartnerStatus
  programStatus?: ProgramStatus
  currencies?: string[]
  /** The same name in other letters, or with blanks around it. */
  similar?: string
  otherProgram?: Named
  paymentReason?: UnattributedReason
  refusal?: RefusedCall
  /** Why the refused signup found no partner, or why one that came now would not. */
  leadReason?: NoLeadReason | 'closed_to_new_referrals'
}

/** A call that was refused and kept (D51). */
export interface RefusedCall {
  id: number
  call: TrackCall
  code: string
  message: string
  field: string | null
  count: number
  firstAt: string
  lastAt: string
}

export interface Verdict {
  reason: Reason
  facts: Facts
}

export const STORY_TYPES = [
  'click',
  'attributed',
  'lead',
  'lead_settled',
  'claim_accepted',
  'sale',
  'refusal',
  'refund',
  'failed_refund',
  'dispute',
  'dispute_won',
  'commission',
  'commission_change',
  'payout_made',
  'payout_paid',
  'payout_cancelled',
  'payment',
] as const
export type StoryType = (typeof STORY_TYPES)[number]

/** One thing that happened. What it does not have is left out. */
export interface StoryItem {
  type: StoryType
  at: string
  isTest: boolean
  clickId?: string
  leadId?: number
  saleId?: number
  customerId?: number
  customerKey?: string
  transactionId?: string
  partner?: Named
  linkCode?: string
  commissionId?: number
  payoutId?: number
  claimId?: number
  amountCents?: number
  currency?: Currency
  leadState?: LeadState
  leadSource?: LeadSource
  fromStatus?: CommissionStatus
  toStatus?: CommissionStatus
  fromCents?: number
  /** The member of the team, or the key, that attributed the customer. */
  attributedBy?: string
  because?: string
  holdUntil?: string
  /** What the percentage was taken of, where that is the amount of the sale less its tax. */
  baseCents?: number
  taxCents?: number
  paymentState?: PaymentState
  paymentReason?: UnattributedReason
  refusal?: RefusedCall
  /** Another visit of the same session than that of the customer. */
  isOtherClick?: true
  /** Of a sale: its amount became known later, and is told. Of a change: it is because of that. */
  isRestated?: true
}

/** What was found of a name, before it is put into words. */
export interface Explanation {
  asked: Asked
  story: StoryItem[]
  /** Test events of the name, which count nowhere. */
  testEvents: StoryItem[]
  /** More happened than is told: the oldest of it is left out. */
  isCut: boolean
  verdict: Verdict
}

export interface ProgramEntry {
  id: number
  name: string
  workspace_id: string
  status: ProgramStatus
  time_zone: string
  closed_to_new_referrals: boolean
  attribution_window_days: number
  commission_approval: CommissionApproval
  sandbox: boolean
  clock_ahead_ms: number
}

export interface PartnerEntry {
  partner_id: number
  partner_name: string
}

export interface CustomerEntry extends PartnerEntry {
  id: number
  customer_key: string | null
  status: CustomerStatus
  link_id: number
  click_uuid: string
  clicked_at: Date
  first_sale_at: Date | null
  sale_count: number
  partner_status: PartnerStatus
  payout_hold_reason: string | null
  /** How a member of the team gave the customer to the partner. */
  attribution?: { at: string; reason: string | null; by: string } | null
}

export interface ClickEntry {
  click_uuid: string
  received_at: Date
  is_test: boolean
  link_id: number | null
  partner_id: number | null
  partner_name: string | null
  code: string | null
  session: string | null
}

export interface LeadEntry {
  id: number
  is_test: boolean
  customer_id: number | null
  state: LeadState
  source: LeadSource
  received_at: Date
  settled_at: Date | null
}

export interface SaleEntry {
  id: number
  is_test: boolean
  transaction_id: string
  amount_cents: number | null
  currency: Currency
  customer_id: number | null
  partner_id: number | null
  partner_name: string | null
  attributed_by: AttributedBy | null
  status: SaleStatus
  refunded_cents: number
  received_at: Date
}

export interface RefundEntry {
  id: number
  sale_id: number
  is_test: boolean
  kind: RefundKind
  refund_id: string
  amount_cents: number
  reported_cents: number | null
  voids_sale: boolean
  reason: string | null
  source: RefundSource
  received_at: Date
  withdrawn_at: Date | null
}

export interface CommissionEntry {
  id: number
  sale_id: number | null
  lead_id: number | null
  customer_id: number
  partner_id: number
  partner_name: string
  amount_cents: number
  reversed_cents: number
  paid_cents: number
  currency: Currency
  status: CommissionStatus
  hold_until: Date
  hold_reason: HoldReason | null
  created_at: Date
  rejected_at: Date | null
  payout_id: number | null
  /** The tax of the sale, where the percentage is taken of the amount without it. */
  less_tax_cents?: number | null
}

export interface ChangeEntry {
  id: number
  commission_id: number
  from_status: CommissionStatus
  to_status: CommissionStatus
  from_amount_cents: number
  to_amount_cents: number
  /** By how much the whole commission became another one because its sale did. */
  restated_cents: number
  reason: string
  changed_at: Date
}

export interface PayoutEntry {
  payout_id: number
  commission_id: number
  amount_cents: number
  currency: Currency
  status: PayoutStatus
  created_at: Date
  closed_at: Date | null
}

/** A claim of a partner that was accepted: it made its sale. */
export interface ClaimEntry extends PartnerEntry {
  id: number
  sale_id: number
  closed_at: Date
}

export interface PaymentEntry {
  id: number
  state: PaymentState
  reason: UnattributedReason | null
  amount_cents: number | null
  currency: string | null
  customer_key: string | null
  click_id: string | null
  sale_id: number | null
  created_at: Date
}

export interface RefusalEntry {
  id: number
  call: TrackCall
  is_test: boolean
  code: string
  message: string
  field: string | null
  transaction_id: string | null
  customer_key: string | null
  click_id: string | null
  link_code: string | null
  amount: string | null
  currency: string | null
  is_authenticated: boolean
  count: number
  first_at: Date
  last_at: Date
}

/** Everything that one program has under a name, as its rows hold it. */
export interface Dossier {
  program: ProgramEntry
  customers: readonly CustomerEntry[]
  clicks: readonly ClickEntry[]
  leads: readonly LeadEntry[]
  sales: readonly SaleEntry[]
  refunds: readonly RefundEntry[]
  commissions: readonly CommissionEntry[]
  changes: readonly ChangeEntry[]
  payouts: readonly PayoutEntry[]
  claims: readonly ClaimEntry[]
  payments: readonly PaymentEntry[]
  refusals: readonly RefusalEntry[]
}
