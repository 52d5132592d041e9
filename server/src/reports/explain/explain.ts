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

/** What an explanation is asked by: exactly one name. An e-mail is only known by its keyed hash, in hex (D25). */
export interface ExplainQuery {
  by: TimelineQueryType
  value: string
}

/** What the partner gets: it was paid out, a payout is next, something must happen first, or nothing. */
export const CONCLUSION_STATUSES = ['paid', 'due', 'waits', 'nothing'] as const
export type Standing = (typeof CONCLUSION_STATUSES)[number]

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

/** What each kind of field holds; a list of words is a kind too. Amounts are minor units, instants ISO 8601. */
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

/** The facts of a conclusion that a partner may read of an order of theirs: nothing of others, no free text. */
export const OWN_FACTS = {
  asked: 'text',
  transactionId: 'text',
  clickId: 'text',
  saleId: 'integer',
  commissionId: 'integer',
  payoutId: 'integer',
  /** Of the customer, the click or the sale. */
  partner: 'named',
  linkCode: 'text',
  amountCents: 'integer',
  currency: 'currency',
  /** What is left of the commission: made, less taken back. */
  commissionCents: 'integer',
  madeCents: 'integer',
  paidCents: 'integer',
  refundedCents: 'integer',
  receivedAt: 'instant',
  clickedAt: 'instant',
  otherClickedAt: 'instant',
  /** The window that decided. */
  windowDays: 'integer',
  windowEndedAt: 'instant',
  /** The window now, where it is another one. */
  windowDaysNow: 'integer',
  /** It was rejected for something else; sent again now, it would come after the window. */
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

/** All facts of a conclusion, by name; what does not matter for a reason is left out. */
export const FACTS = {
  ...OWN_FACTS,
  customerKey: 'text',
  customerId: 'integer',
  /** Whose the customer is instead. */
  otherPartner: 'named',
  /** The tax that the commission's percentage leaves out. */
  taxCents: 'integer',
  holdReason: HOLD_REASONS,
  rejectedReason: 'text',
  payoutHoldReason: 'text',
  programStatus: PROGRAM_STATUSES,
  /** The same name in other letters, or with blanks around it. */
  similar: 'text',
  otherProgram: 'named',
  paymentReason: UNATTRIBUTED_REASONS,
  rejectedRequest: 'rejectedRequest',
  /** Why the rejected signup found no partner, or one sent now would not. */
  leadReason: [...NO_LEAD_REASONS, 'closed_to_new_referrals'],
} as const satisfies Record<string, FieldKind>
export type Facts = Fields<typeof FACTS>

/** Fields of a timeline entry that a partner does not see. */
export const TEAM_FIELDS = {
  customerKey: 'text',
  customerId: 'integer',
  because: 'text',
  rejectedRequest: 'rejectedRequest',
  /** The team member, or the key, that attributed the customer. */
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
  /** What the percentage was taken of, where tax was left out. */
  baseCents: 'integer',
  taxCents: 'integer',
  paymentState: PAYMENT_STATES,
  paymentReason: UNATTRIBUTED_REASONS,
  /** A click of the session that did not bring the customer. */
  isOtherClick: 'yes',
  /** Of a sale: its amount became known later. Of a change: it is because of that. */
  isAdjusted: 'yes',
} as const satisfies Record<string, FieldKind>

export const TIMELINE_ITEM_TYPES = [
  'click',
  'attributed',
  'lead',
  'lead_settled',
  'claim_accepted',
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

/** One thing that happened. What it does not have is left out. */
export type TimelineItem = { type: TimelineItemType; at: string; isTest: boolean } & Fields<
  typeof ITEM_FIELDS
>

/** An entry with its place: at its time, but never before what caused it, whatever the clocks of two processes say. */
export interface PlacedItem {
  item: TimelineItem
  place: Date
  /** Of entries with the same place, a lower rank comes first. */
  rank: number
}

/** How a sale was decided, and what happened since. */
export interface SaleState {
  is_test: boolean
  decision_code: SaleDecisionCode | null
  decision_facts: DecisionFacts | null
  /** Of the sale and its customer. */
  facts: Facts
  /** Of its commission; null where it has none. */
  money: Facts | null
  commission_status: CommissionStatus | null
  is_rejected: boolean
  /** It turned out to be the payment of another sale. */
  is_void: boolean
  is_disputed: boolean
  partner_status: PartnerStatus | null
  payout_hold_reason: string | null
  /** The last payouts that give money for it: one that is not paid yet, and one that is. */
  open_payout_id: number | null
  paid_payout_id: number | null
}
