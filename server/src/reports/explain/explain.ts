import Type, { type Static } from 'typebox'
import {
  ATTRIBUTION_SOURCES,
  COMMISSION_STATUSES,
  COUPON_PRECEDENCES,
  COUPON_PROBLEMS,
  type CommissionStatus,
  HOLD_REASONS,
  LEAD_SETTLERS,
  LEAD_SOURCES,
  LEAD_STATES,
  PARTNER_STATUSES,
  PAYMENT_STATES,
  PAYOUT_BLOCKERS,
  POLICY_TYPES,
  PROGRAM_STATUSES,
  REQUEST_TYPES,
  type SaleDecisionCode,
  type TimelineQueryType,
  UNATTRIBUTED_REASONS,
} from '../../core/enums.ts'
import { TEAM_CATALOG, type TeamMessageKey } from '../../core/i18n/catalogs.ts'
import { type Currency, DEFAULT_CURRENCIES } from '../../core/money/currency.ts'
import { NO_LEAD_REASONS } from '../../tracking/leads/lead.ts'

type NameIn<Group extends string, Key = TeamMessageKey> = Key extends `${Group}.${infer Name}` ? Name : never

/** Returns the names of a group of messages in `explanations.en.json`, such as conclusion reasons. */
function namesIn<Group extends string>(group: Group) {
  const keys = Object.keys(TEAM_CATALOG).filter((key) => key.startsWith(`${group}.`))
  return keys.map((key) => key.slice(group.length + 1) as NameIn<Group>) // safe because of the prefix
}

export const REASONS = namesIn('conclusion')
export type Reason = (typeof REASONS)[number]

export const TIMELINE_ITEM_TYPES = namesIn('timeline')
export type TimelineItemType = (typeof TIMELINE_ITEM_TYPES)[number]

/** The query for an explanation. Emails are known only by their keyed hash, in hex (D25). */
export interface ExplainQuery {
  by: TimelineQueryType
  value: string
}

/** Outcome for the partner: paid, due with the next payout, waiting, or nothing. */
export const CONCLUSION_STATUSES = ['paid', 'due', 'waiting', 'none'] as const
export type ConclusionStatus = (typeof CONCLUSION_STATUSES)[number]

/** What blocks a commission's payout: its partner's state, or missing payout details. */
const SALE_BLOCKERS = [...PAYOUT_BLOCKERS, 'details_missing'] as const
export type SaleBlocker = (typeof SALE_BLOCKERS)[number]

const text = Type.Optional(Type.String())
const integer = Type.Optional(Type.Integer())
const INSTANT = Type.String({ format: 'date-time', title: 'Instant' })
const instant = Type.Optional(INSTANT)
const trueFlag = Type.Optional(Type.Literal(true))
const optionalEnum = <const Values extends readonly string[]>(values: Values, title?: string) =>
  Type.Optional(enumSchema(values, title))
const enumSchema = <const Values extends readonly string[]>(values: Values, title?: string) =>
  Type.Enum([...values] as Values[number][], { type: 'string', ...(title === undefined ? {} : { title }) })
const currency = optionalEnum<readonly Currency[]>(DEFAULT_CURRENCIES, 'Currency')

const NAMED_REFERENCE = Type.Object({ id: Type.Integer(), name: Type.String() }, { title: 'NamedReference' })
export type NamedReference = Static<typeof NAMED_REFERENCE>
const reference = Type.Optional(NAMED_REFERENCE)

const REJECTED_REQUEST = Type.Object(
  {
    id: Type.Integer(),
    type: enumSchema(REQUEST_TYPES, 'RequestType'),
    code: Type.String({
      description: 'The response’s error code, or the reason the request was not counted.',
    }),
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

const COUPON_DECISION = Type.Object(
  {
    code: text,
    outcome: Type.String({ description: 'The code’s effect, or the reason it had none.' }),
    /** The code's partner. */
    partner: reference,
    /** The partner that lost the customer. */
    otherPartner: reference,
    precedence: optionalEnum(COUPON_PRECEDENCES, 'CouponPrecedence'),
    previousSource: optionalEnum(ATTRIBUTION_SOURCES),
    previousAt: instant,
    previousWasValid: Type.Optional(Type.Boolean()),
  },
  { title: 'CouponDecision' },
)
/** A coupon code's effect on the attribution, as stored with the sale or lead. */
export type CouponDecisionFacts = Static<typeof COUPON_DECISION>

const COMMISSION_STATUS = optionalEnum(COMMISSION_STATUSES, 'CommissionStatus')

/** Fields that conclusions and timeline items share. Amounts are minor units. */
const SHARED_FIELDS = {
  transactionId: text,
  clickId: text,
  customerKey: text,
  customerId: integer,
  saleId: integer,
  commissionId: integer,
  payoutId: integer,
  /** The customer's, click's or sale's partner. */
  partner: reference,
  /** The partner that the customer belongs to instead. For a sale, its unused click's partner. */
  otherPartner: reference,
  linkCode: text,
  couponDecision: Type.Optional(COUPON_DECISION),
  amountCents: integer,
  /** Tax excluded from the commission base. */
  taxCents: integer,
  currency,
  holdUntil: instant,
  paymentReason: optionalEnum(UNATTRIBUTED_REASONS),
  rejectedRequest: Type.Optional(REJECTED_REQUEST),
}

/** The reason a signup found no partner. */
export const LEAD_REASONS = [...NO_LEAD_REASONS, 'closed_to_new_referrals'] as const

/** All facts a conclusion can have; those irrelevant to its reason are omitted. */
export const FACTS = Type.Object(
  {
    ...SHARED_FIELDS,
    query: text,
    /** Commission less reversals. */
    commissionCents: integer,
    initialCents: integer,
    paidCents: integer,
    refundedCents: integer,
    /** Whether an event for review asks if two refunds are the same one. */
    hasDuplicateRefund: trueFlag,
    receivedAt: instant,
    /** The click. For a closed window, its start. */
    clickedAt: instant,
    /** For a closed window, what started it. */
    attributionSource: optionalEnum(ATTRIBUTION_SOURCES),
    otherClickedAt: instant,
    /** The window that was applied. */
    windowDays: integer,
    windowEndedAt: instant,
    /** The current window, if different. */
    windowDaysNow: integer,
    /** Whether the window, which was open then, has since closed, so the request would now be too late. */
    isClosedSince: trueFlag,
    firstSaleAt: instant,
    durationMonths: integer,
    durationEndedAt: instant,
    paidAt: instant,
    payoutBlocker: optionalEnum(SALE_BLOCKERS),
    partnerStatus: optionalEnum(PARTNER_STATUSES, 'PartnerStatus'),
    currencies: Type.Optional(Type.Array(Type.String())),
    holdReason: optionalEnum(HOLD_REASONS, 'HoldReason'),
    rejectedReason: text,
    payoutHoldReason: text,
    programStatus: optionalEnum(PROGRAM_STATUSES, 'ProgramStatus'),
    /** A similar identifier that differs in case or spaces. */
    similar: text,
    otherProgram: reference,
    leadReason: optionalEnum(LEAD_REASONS),
    /** The reason the coupon code of the rejected request or payment had no effect. */
    couponProblem: optionalEnum(COUPON_PROBLEMS),
    /** That code, as sent. */
    couponCode: text,
    /** The program's active code that an unknown one most likely means. */
    similarCoupon: text,
  },
  { title: 'ConclusionFacts' },
)
export type ConclusionFacts = Static<typeof FACTS>

/** An event. Fields that don't apply are omitted. */
export const TIMELINE_ITEM = Type.Object({
  type: enumSchema(TIMELINE_ITEM_TYPES),
  at: INSTANT,
  isTest: Type.Boolean(),
  ...SHARED_FIELDS,
  leadId: integer,
  claimId: integer,
  because: text,
  /** The team member or management key that attributed the customer. */
  attributedBy: text,
  /** The source of a sale: the merchant's server or the processor. */
  reportedBy: optionalEnum(['server', 'processor']),
  unknownFields: Type.Optional(
    Type.Array(Type.Object({ field: Type.String(), meant: text }), {
      description: 'Ignored fields of the request, with the field that each most likely means.',
    }),
  ),
  /** For a sale: whether its click was not used because the customer was already known. */
  isClickUnused: trueFlag,
  leadState: optionalEnum(LEAD_STATES),
  leadSource: optionalEnum(LEAD_SOURCES),
  /** What confirmed the signup: a request, or a payment from the processor. */
  settledBy: optionalEnum(LEAD_SETTLERS),
  fromStatus: COMMISSION_STATUS,
  toStatus: COMMISSION_STATUS,
  fromCents: integer,
  /** The part of a refund that is counted, if other reports cover the rest. */
  countedCents: integer,
  /** Commission base of a percentage. Omitted if the sale was adjusted later. */
  baseCents: integer,
  policyType: optionalEnum(POLICY_TYPES, 'PolicyType'),
  rateBps: integer,
  paymentState: optionalEnum(PAYMENT_STATES),
  /** A click in the session that didn't bring the customer. */
  isOtherClick: trueFlag,
  /** For a sale: whether its amount became known later. For a commission change: whether such an amount caused it. */
  isAdjusted: trueFlag,
})
export type TimelineItem = Static<typeof TIMELINE_ITEM>

export interface Conclusion {
  reason: Reason
  facts: ConclusionFacts
}

/** An explanation before its sentences are added. */
export interface Explanation {
  timeline: TimelineItem[]
  /** Test events, which never count. */
  testEvents: TimelineItem[]
  /** The oldest items are omitted. */
  isCut: boolean
  conclusion: Conclusion
}

/** A sale's decision, and what has happened since. */
export interface SaleState {
  decision_code: SaleDecisionCode | null
  /** The sale, its customer, and its commission or the reason it has none. */
  facts: ConclusionFacts
  /** Null without a commission. */
  commission_status: CommissionStatus | null
  is_rejected: boolean
  /** Whether the sale duplicates the payment of another sale. */
  is_void: boolean
  is_disputed: boolean
  /** Its commission's latest open payout and latest paid payout. */
  open_payout_id: number | null
  paid_payout_id: number | null
}
