import Type, { type Static } from 'typebox'
import {
  ATTRIBUTION_SOURCES,
  COMMISSION_STATUSES,
  COUPON_PRECEDENCES,
  COUPON_PROBLEMS,
  type CommissionStatus,
  HOLD_REASONS,
  LEAD_SOURCES,
  LEAD_STATES,
  PARTNER_STATUSES,
  PAYMENT_STATES,
  PAYOUT_BLOCKERS,
  type PartnerStatus,
  PROGRAM_STATUSES,
  REQUEST_TYPES,
  type SaleDecisionCode,
  type TimelineQueryType,
  UNATTRIBUTED_REASONS,
} from '../../core/enums.ts'
import { type Currency, DEFAULT_CURRENCIES } from '../../core/money/currency.ts'
import { NO_LEAD_REASONS } from '../../tracking/leads/lead.ts'
import type { DecisionFacts } from '../../tracking/requests/decision.ts'

/** Query of an explanation: exactly one identifier. Emails are only known by their keyed hash, in hex (D25). */
export interface ExplainQuery {
  by: TimelineQueryType
  value: string
}

/** Outcome for the partner: paid, due with the next payout, waiting, or nothing. */
export const CONCLUSION_STATUSES = ['paid', 'due', 'waiting', 'none'] as const
export type ConclusionStatus = (typeof CONCLUSION_STATUSES)[number]

/** What blocks the payout of a commission: the state of its partner, or missing payout details. */
const SALE_BLOCKERS = [...PAYOUT_BLOCKERS, 'details_missing'] as const
export type SaleBlocker = (typeof SALE_BLOCKERS)[number]

const text = Type.Optional(Type.String())
const integer = Type.Optional(Type.Integer())
const INSTANT = Type.String({ format: 'date-time', title: 'Instant' })
const instant = Type.Optional(INSTANT)
const trueFlag = Type.Optional(Type.Literal(true))
const oneOf = <const Values extends readonly string[]>(values: Values, title?: string) =>
  Type.Optional(enumOf(values, title))
const enumOf = <const Values extends readonly string[]>(values: Values, title?: string) =>
  Type.Enum([...values] as Values[number][], { type: 'string', ...(title === undefined ? {} : { title }) })
const currency = oneOf<readonly Currency[]>(DEFAULT_CURRENCIES, 'Currency')

const NAMED = Type.Object({ id: Type.Integer(), name: Type.String() }, { title: 'NamedReference' })
export type Named = Static<typeof NAMED>
const named = Type.Optional(NAMED)

const REJECTED_REQUEST = Type.Object(
  {
    id: Type.Integer(),
    type: enumOf(REQUEST_TYPES, 'RequestType'),
    code: Type.String({ description: 'Error code of the response, or why the request was not counted.' }),
    message: Type.String(),
    field: Type.Union([Type.String(), Type.Null()]),
    count: Type.Integer(),
    firstAt: INSTANT,
    lastAt: INSTANT,
  },
  { title: 'RejectedRequestItem' },
)
/** A rejected request (D51). */
export type RejectedRequestItem = Static<typeof REJECTED_REQUEST>
const rejectedRequest = Type.Optional(REJECTED_REQUEST)

const COUPON_DECISION = Type.Object(
  {
    code: text,
    outcome: Type.String({ description: 'What the code did, or why it changed nothing.' }),
    /** The partner of the code. */
    partner: named,
    /** The partner that lost the customer. */
    otherPartner: named,
    precedence: oneOf(COUPON_PRECEDENCES, 'CouponPrecedence'),
    previousSource: oneOf(ATTRIBUTION_SOURCES),
    previousAt: instant,
    previousWasValid: Type.Optional(Type.Boolean()),
  },
  { title: 'CouponDecision' },
)
/** What a coupon code did to the attribution, as stored with the sale or lead. */
export type CouponDecisionFacts = Static<typeof COUPON_DECISION>
const couponDecision = Type.Optional(COUPON_DECISION)

const PARTNER_STATUS = oneOf(PARTNER_STATUSES, 'PartnerStatus')
const COMMISSION_STATUS = oneOf(COMMISSION_STATUSES, 'CommissionStatus')

/** Facts that a partner may see about their own order: nothing about others, no free text. Amounts are minor units. */
export const PARTNER_FACTS = {
  query: text,
  transactionId: text,
  clickId: text,
  saleId: integer,
  commissionId: integer,
  payoutId: integer,
  /** Partner of the customer, click or sale. */
  partner: named,
  linkCode: text,
  amountCents: integer,
  currency,
  /** Commission less reversals. */
  commissionCents: integer,
  initialCents: integer,
  paidCents: integer,
  refundedCents: integer,
  receivedAt: instant,
  clickedAt: instant,
  otherClickedAt: instant,
  /** The window that was applied. */
  windowDays: integer,
  windowEndedAt: instant,
  /** The current window, if different. */
  windowDaysNow: integer,
  /** Whether the window, which was open then, has closed since, so that the request would now be too late. */
  isClosedSince: trueFlag,
  firstSaleAt: instant,
  durationMonths: integer,
  durationEndedAt: instant,
  holdUntil: instant,
  paidAt: instant,
  payoutBlocker: oneOf(SALE_BLOCKERS),
  partnerStatus: PARTNER_STATUS,
  currencies: Type.Optional(Type.Array(Type.String())),
}

/** Why a signup found no partner. */
export const LEAD_REASONS = [...NO_LEAD_REASONS, 'closed_to_new_referrals'] as const

/** All facts a conclusion can have; facts irrelevant to its reason are omitted. */
export const FACTS = Type.Object(
  {
    ...PARTNER_FACTS,
    customerKey: text,
    customerId: integer,
    /** The partner who has the customer instead. */
    otherPartner: named,
    couponDecision,
    /** Tax excluded from the commission base. */
    taxCents: integer,
    holdReason: oneOf(HOLD_REASONS, 'HoldReason'),
    rejectedReason: text,
    payoutHoldReason: text,
    programStatus: oneOf(PROGRAM_STATUSES, 'ProgramStatus'),
    /** A similar identifier that differs in case or spaces. */
    similar: text,
    otherProgram: named,
    paymentReason: oneOf(UNATTRIBUTED_REASONS),
    rejectedRequest,
    leadReason: oneOf(LEAD_REASONS),
    /** Why the coupon code of the rejected request had no effect. */
    couponProblem: oneOf(COUPON_PROBLEMS),
    /** That code, as sent. */
    couponCode: text,
    /** The active code of the program that an unknown one most likely means. */
    similarCoupon: text,
  },
  { title: 'ConclusionFacts' },
)
export type Facts = Static<typeof FACTS>

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
  'refund_undone',
  'dispute',
  'dispute_won',
  'commission',
  'commission_change',
  'payout_made',
  'payout_paid',
  'payout_canceled',
  'payment',
] as const
export type TimelineItemType = (typeof TIMELINE_ITEM_TYPES)[number]

/** Timeline fields hidden from partners. */
export const TEAM_FIELDS = {
  customerKey: text,
  customerId: integer,
  because: text,
  rejectedRequest,
  /** The team member or key that attributed the customer. */
  attributedBy: text,
  couponDecision,
  /** The source of a sale: the merchant's server or the processor. */
  reportedBy: oneOf(['server', 'processor']),
  unknownFields: Type.Optional(
    Type.Array(Type.Object({ field: Type.String(), meant: text }), {
      description: 'Fields of the request that were ignored, and the field that each most likely means.',
    }),
  ),
}

/** An event. Fields that don't apply are omitted. */
export const TIMELINE_ITEM = Type.Object({
  type: enumOf(TIMELINE_ITEM_TYPES),
  at: INSTANT,
  isTest: Type.Boolean(),
  ...TEAM_FIELDS,
  clickId: text,
  leadId: integer,
  saleId: integer,
  transactionId: text,
  partner: named,
  linkCode: text,
  commissionId: integer,
  payoutId: integer,
  claimId: integer,
  amountCents: integer,
  currency,
  leadState: oneOf(LEAD_STATES),
  leadSource: oneOf(LEAD_SOURCES),
  fromStatus: COMMISSION_STATUS,
  toStatus: COMMISSION_STATUS,
  fromCents: integer,
  holdUntil: instant,
  /** Commission base, if tax was excluded. */
  baseCents: integer,
  taxCents: integer,
  paymentState: oneOf(PAYMENT_STATES),
  paymentReason: oneOf(UNATTRIBUTED_REASONS),
  /** A click of the session that didn't bring the customer. */
  isOtherClick: trueFlag,
  /** For a sale: whether its amount became known later. For a commission change: whether that caused it. */
  isAdjusted: trueFlag,
})
export type TimelineItem = Static<typeof TIMELINE_ITEM>

/**
 * A timeline item with its position: its time, but never before its cause, even if the clocks of two processes differ.
 */
export interface PlacedItem {
  item: TimelineItem
  place: Date
  /** Breaks ties: lower ranks come first. */
  rank: number
}

/** How a sale was decided, and what has happened since. */
export interface SaleState {
  is_test: boolean
  decision_code: SaleDecisionCode | null
  decision_facts: DecisionFacts | null
  /** Of the sale and its customer. */
  facts: Facts
  /** The effect of the sale's coupon code, or of the signup's; null without a code. */
  coupon_decision: CouponDecisionFacts | null
  /** Status of its commission; null without one. */
  money: Facts | null
  commission_status: CommissionStatus | null
  is_rejected: boolean
  /** Whether the sale duplicates the payment of another sale. */
  is_void: boolean
  is_disputed: boolean
  partner_status: PartnerStatus | null
  payout_hold_reason: string | null
  /** The latest payouts of its commission: an open and a paid one. */
  open_payout_id: number | null
  paid_payout_id: number | null
}
