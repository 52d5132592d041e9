import {
  COMMISSION_STATUSES,
  type CommissionStatus,
  HOLD_REASONS,
  LEAD_SOURCES,
  LEAD_STATES,
  PARTNER_STATUSES,
  PAYMENT_STATES,
  PAYOUT_BLOCKERS,
  type PartnerStatus,
  PROGRAM_STATUSES,
  type RequestType,
  type SaleDecisionCode,
  type TimelineQueryType,
  UNATTRIBUTED_REASONS,
} from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'
import { NO_LEAD_REASONS } from '../../tracking/leads/lead.ts'
import type { DecisionFacts } from '../../tracking/requests/decision.ts'

/** Query of an explanation: exactly one name. Emails are only known by their keyed hash, in hex (D25). */
export interface ExplainQuery {
  by: TimelineQueryType
  value: string
}

/** Outcome for the partner: paid, due with the next payout, waiting, or nothing. */
export const CONCLUSION_STATUSES = ['paid', 'due', 'waiting', 'none'] as const
export type ConclusionStatus = (typeof CONCLUSION_STATUSES)[number]

export interface Named {
  id: number
  name: string
}

/** A rejected request (D51). */
export interface RejectedRequestItem {
  id: number
  type: RequestType
  code: string
  message: string
  field: string | null
  count: number
  firstAt: string
  lastAt: string
}

/** Type of each field; an array is an enum. Amounts are minor units, timestamps ISO 8601. */
interface Kinds {
  text: string
  integer: number
  instant: string
  yes: true
  texts: string[]
  currency: Currency
  named: Named
  rejectedRequest: RejectedRequestItem
}
export type FieldKind = keyof Kinds | readonly string[]
export type ValueOf<Kind> = Kind extends keyof Kinds
  ? Kinds[Kind]
  : Kind extends readonly (infer Word)[]
    ? Word
    : never
export type Fields<Kinded> = { -readonly [Name in keyof Kinded]?: ValueOf<Kinded[Name]> }

/** Facts that a partner may see about their own order: nothing about others, no free text. */
export const OWN_FACTS = {
  query: 'text',
  transactionId: 'text',
  clickId: 'text',
  saleId: 'integer',
  commissionId: 'integer',
  payoutId: 'integer',
  /** Partner of the customer, click or sale. */
  partner: 'named',
  linkCode: 'text',
  amountCents: 'integer',
  currency: 'currency',
  /** Commission less reversals. */
  commissionCents: 'integer',
  initialCents: 'integer',
  paidCents: 'integer',
  refundedCents: 'integer',
  receivedAt: 'instant',
  clickedAt: 'instant',
  otherClickedAt: 'instant',
  /** The window that was applied. */
  windowDays: 'integer',
  windowEndedAt: 'instant',
  /** The current window, if different. */
  windowDaysNow: 'integer',
  /** Rejected for another reason; sent again now, it would be outside the window. */
  isClosedSince: 'yes',
  firstSaleAt: 'instant',
  durationMonths: 'integer',
  durationEndedAt: 'instant',
  holdUntil: 'instant',
  paidAt: 'instant',
  payoutBlocker: PAYOUT_BLOCKERS,
  partnerStatus: PARTNER_STATUSES,
  currencies: 'texts',
} as const satisfies Record<string, FieldKind>

/** All facts a conclusion can have; facts irrelevant to its reason are omitted. */
export const FACTS = {
  ...OWN_FACTS,
  customerKey: 'text',
  customerId: 'integer',
  /** The partner who has the customer instead. */
  otherPartner: 'named',
  /** Tax excluded from the commission base. */
  taxCents: 'integer',
  holdReason: HOLD_REASONS,
  rejectedReason: 'text',
  payoutHoldReason: 'text',
  programStatus: PROGRAM_STATUSES,
  /** A similar name, with other case or spaces. */
  similar: 'text',
  otherProgram: 'named',
  paymentReason: UNATTRIBUTED_REASONS,
  rejectedRequest: 'rejectedRequest',
  /** Why the signup found no partner, or wouldn't now. */
  leadReason: [...NO_LEAD_REASONS, 'closed_to_new_referrals'],
} as const satisfies Record<string, FieldKind>
export type Facts = Fields<typeof FACTS>

/** Timeline fields hidden from partners. */
export const TEAM_FIELDS = {
  customerKey: 'text',
  customerId: 'integer',
  because: 'text',
  rejectedRequest: 'rejectedRequest',
  /** The team member or key that attributed the customer. */
  attributedBy: 'text',
} as const satisfies Record<string, FieldKind>

export const ITEM_FIELDS = {
  ...TEAM_FIELDS,
  clickId: 'text',
  leadId: 'integer',
  saleId: 'integer',
  transactionId: 'text',
  partner: 'named',
  linkCode: 'text',
  commissionId: 'integer',
  payoutId: 'integer',
  claimId: 'integer',
  amountCents: 'integer',
  currency: 'currency',
  leadState: LEAD_STATES,
  leadSource: LEAD_SOURCES,
  fromStatus: COMMISSION_STATUSES,
  toStatus: COMMISSION_STATUSES,
  fromCents: 'integer',
  holdUntil: 'instant',
  /** Commission base, if tax was excluded. */
  baseCents: 'integer',
  taxCents: 'integer',
  paymentState: PAYMENT_STATES,
  paymentReason: UNATTRIBUTED_REASONS,
  /** A click of the session that didn't bring the customer. */
  isOtherClick: 'yes',
  /** Sale: its amount became known later. Commission change: caused by that. */
  isAdjusted: 'yes',
} as const satisfies Record<string, FieldKind>

export const TIMELINE_ITEM_TYPES = [
  'click',
  'attributed',
  'lead',
  'lead_settled',
  'claim_approved',
  'sale',
  'rejected_request',
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
export type TimelineItemType = (typeof TIMELINE_ITEM_TYPES)[number]

/** An event. Fields that don't apply are omitted. */
export type TimelineItem = { type: TimelineItemType; at: string; isTest: boolean } & Fields<
  typeof ITEM_FIELDS
>

/**
 * A timeline item with its position: its time, but never before its cause, whatever the clocks of two processes
 * say.
 */
export interface PlacedItem {
  item: TimelineItem
  place: Date
  /** Breaks ties: lower ranks come first. */
  rank: number
}

/** How a sale was decided, and what happened since. */
export interface SaleState {
  is_test: boolean
  decision_code: SaleDecisionCode | null
  decision_facts: DecisionFacts | null
  /** Of the sale and its customer. */
  facts: Facts
  /** Status of its commission; null without one. */
  money: Facts | null
  commission_status: CommissionStatus | null
  is_rejected: boolean
  /** Duplicates the payment of another sale. */
  is_void: boolean
  is_disputed: boolean
  partner_status: PartnerStatus | null
  payout_hold_reason: string | null
  /** The latest payouts of its commission: an open and a paid one. */
  open_payout_id: number | null
  paid_payout_id: number | null
}
