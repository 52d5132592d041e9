import type { CustomerDelta } from '../../core/database/stat-delta.ts'
import type {
  AttributedBy,
  AttributionSource,
  CouponProblem,
  CustomerStatus,
  PartnerStatus,
  SaleDecisionCode,
} from '../../core/enums.ts'
import { NO_CURRENCY } from '../../core/money/currency.ts'
import { reportDay } from '../../core/time/report-day.rule.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { platformFee } from '../../earnings/commissions/platform-fee.rule.ts'
import {
  durationEnd,
  lateDecidedCommission,
  type SaleCommission,
  saleCommission,
} from '../../earnings/commissions/sale-commission.rule.ts'
import type { CommissionPolicy } from '../../workspace/programs/commission-policy.ts'
import { closedWindow, isWithinWindow } from '../clicks/attribution-window.rule.ts'
import { type ClickId, parseClickId } from '../clicks/click-id.rule.ts'
import {
  type CouponData,
  type CouponDecision,
  type CouponProgram,
  type CurrentAttribution,
  couponFacts,
  couponProblemMessage,
  decideCoupon,
} from '../coupons/coupon-attribution.rule.ts'
import type { DecisionFacts } from '../requests/decision.ts'
import { unknownFieldsNote } from '../requests/unknown-fields.rule.ts'
import type { LiveSaleRequest } from './sale-request.rule.ts'

/** The customer fields that a sale's attribution depends on. */
export interface AttributableCustomer {
  id: number
  status: CustomerStatus
  partner_id: number
  link_id: number | null
  /** The partner's status in the program; null if there is no partner. */
  partner_status: PartnerStatus | null
  /** The partner's group, whose policies take precedence; null if the partner has none. */
  group_id: number | null
  click_uuid: string
  clicked_at: Date
  first_sale_at: Date | null
  first_purchase_at: Date | null
  sale_count: number
  attribution_source: AttributionSource
  /** The row that continues the customer, once a code or the team has attributed them again. */
  continued_by: number | null
}

/** The connected processor account's payment that a sale refers to by its provider_payment_id. */
export interface NamedPayment {
  id: number
  sale_id: number | null
  /** Whether the ID was reported by the processor itself, and not by another sale. */
  is_reported: boolean
}

/** A sale's coupon code. */
export interface SaleCoupon {
  /** Undefined if the program has no such active code. */
  data: CouponData | undefined
  program: CouponProgram
  /** Set once the code has attributed the customer; `from` is the previous attribution, if any. */
  attributed?: { from: CurrentAttribution | undefined }
}

/** Facts for deciding a live sale, loaded by one statement. */
export interface SaleData {
  program: {
    id: number
    time_zone: string
    attribution_window_days: number
    hold_period_days: number
    platform_fee_bps: number
    /** A sandbox's clock offset in milliseconds. */
    clock_ahead_ms?: number
  }
  /** The sale that already has this transaction_id. */
  recorded_sale_id: number | undefined
  customer: AttributableCustomer | undefined
  /** How the customer was found, if not by a field in the request. */
  found_by?: AttributedBy
  /** The connected processor account's payment with the transaction_id. */
  payment_id?: number | undefined
  /** The payment with the provider_payment_id. */
  named_payment?: NamedPayment | undefined
  /** Another sale's payment whose provider_payment_id is this transaction_id. */
  namesake_payment_id?: number | undefined
  /** The request's coupon code; undefined if none was sent. */
  coupon?: SaleCoupon | undefined
  /** The partner of the request's click, if that click is unused (`unusedClick`) and known. */
  unused_click_partner_id?: number | undefined
  /** The policies in force: default and per product, for the whole program and for the partner's group. */
  policies: readonly CommissionPolicy[]
}

/** The decision on an attributed sale and its policy; undefined if no policy matches the sale and its currency. */
export interface SaleConclusion {
  code: SaleDecisionCode
  policy_id: number | undefined
  facts?: DecisionFacts
}

/** All data that one sale writes, in one transaction (D33). */
export interface SaleToSave {
  kind: 'save'
  program: SaleData['program']
  customer: AttributableCustomer
  by: AttributedBy
  request: LiveSaleRequest
  receivedAt: Date
  reportedAt: Date
  /** The local days of the two instants. */
  receivedDay: string
  reportedDay: string
  commission: { amount_cents: number; hold_until: Date } | undefined
  conclusion: SaleConclusion
  fee: { rate_bps: number; amount_cents: number }
  stats: CustomerDelta[]
  message: string
  /** The unattributed payment that the sale takes over. */
  paymentId: number | undefined
  /** The processor's payment ID, unless another sale already has it. */
  paymentName: string | undefined
  /** Whether the transaction_id already identifies another sale's payment. */
  isNameTaken: boolean
  /** The ID of the request's active coupon code. */
  couponId: number | undefined
}

/** The reason a sale has no attribution. These are the branches of `attribute` that reject it. */
export type NoAttributionReason =
  | 'nothing_sent'
  | 'unknown_customer'
  | 'provisional_lead'
  | 'partner_not_approved'

export type Attribution =
  | { kind: 'attributed'; customer: AttributableCustomer; by: AttributedBy }
  | {
      kind: 'no_attribution'
      reason: NoAttributionReason
      message: string
      /** The reason the request's coupon code had no effect; part of the message. */
      couponProblem?: CouponProblem
    }

export type SaleDecision =
  | SaleToSave
  | { kind: 'duplicate'; sale_id: number }
  | Extract<Attribution, { kind: 'no_attribution' }>
  | { kind: 'window_expired'; message: string; facts: DecisionFacts }

/** Decides one live sale in D6's order: duplicate, attribution, window, and then what to write. */
export function decideSale(data: SaleData, request: LiveSaleRequest, receivedAt: Date): SaleDecision {
  const attribution = decideAttribution(data, request, receivedAt)
  return attribution.kind === 'attributed' ? toSale(data, attribution, { request, receivedAt }) : attribution
}

type AttributedResult = Extract<Attribution, { kind: 'attributed' }>

/** Decides attribution and window, which don't depend on the amount or currency. */
export function decideAttribution(
  data: SaleData,
  request: Pick<LiveSaleRequest, 'customer_key' | 'click_id'>,
  receivedAt: Date,
): AttributedResult | Exclude<SaleDecision, SaleToSave> {
  const { program, recorded_sale_id } = data
  if (recorded_sale_id !== undefined) return { kind: 'duplicate', sale_id: recorded_sale_id }

  const attribution = attribute(request, data.customer, data.found_by)
  if (attribution.kind === 'no_attribution')
    return withCouponProblem(attribution, couponDecision(data, receivedAt))
  const { customer, by } = attribution

  // Attributing a payment manually overrides the window.
  if (by !== 'manual' && isAttributionExpired(customer, receivedAt, program.attribution_window_days)) {
    const days = program.attribution_window_days
    const message = `The attribution window of ${days} ${days === 1 ? 'day' : 'days'} has expired. Nothing was recorded.`
    const { clicked_at, attribution_source: attributionSource } = customer
    const window = { ...closedWindow(clicked_at, days), attributionSource }
    const coupon = couponDecision(data, receivedAt)
    if (coupon?.kind !== 'invalid') return { kind: 'window_expired', message, facts: window }
    const problem = couponProblemMessage(coupon.problem)
    return {
      kind: 'window_expired',
      message: `${problem} ${message}`,
      facts: { ...window, coupon: coupon.problem },
    }
  }

  return attribution
}

/**
 * Decides how a sale's coupon code attributes its customer. Returns undefined if no code was sent or the sale is
 * already recorded.
 */
export function couponDecision(data: SaleData, receivedAt: Date): CouponDecision | undefined {
  const { program, customer, coupon, recorded_sale_id } = data
  if (coupon === undefined || recorded_sale_id !== undefined) return undefined
  const { attribution_window_days } = program
  const rules = { ...coupon.program, attribution_window_days }
  return decideCoupon(coupon.data, currentAttribution(customer), rules, receivedAt)
}

/** Returns a customer's attribution; undefined if there is no customer. */
export function currentAttribution(
  customer: AttributableCustomer | undefined,
): CurrentAttribution | undefined {
  if (customer === undefined) return undefined
  const { partner_id, partner_status, attribution_source: source, clicked_at, sale_count } = customer
  return { partner_id, partner_status, source, attributed_at: clicked_at, sale_count }
}

/** Adds the coupon code's problem to an unattributed sale's message. */
function withCouponProblem(
  attribution: Extract<Attribution, { kind: 'no_attribution' }>,
  coupon: CouponDecision | undefined,
): Extract<Attribution, { kind: 'no_attribution' }> {
  if (coupon?.kind !== 'invalid') return attribution
  const { problem: couponProblem } = coupon
  const problem = couponProblemMessage(couponProblem)
  return attribution.reason === 'nothing_sent'
    ? {
        ...attribution,
        reason: 'unknown_customer',
        message: `${problem} Nothing was recorded.`,
        couponProblem,
      }
    : { ...attribution, message: `${problem} ${attribution.message}`, couponProblem }
}

/** Returns the effect of an attributed sale's coupon code, as stored with the sale. */
function couponOutcome(data: SaleData, receivedAt: Date): DecisionFacts {
  const { coupon, program, customer } = data
  if (coupon === undefined) return {}
  const { attribution_window_days } = program
  const rules = { program: { ...coupon.program, attribution_window_days }, at: receivedAt }
  if (coupon.attributed !== undefined) {
    const { from } = coupon.attributed
    const decision = { kind: 'attributes', change: from === undefined ? 'created' : 'moved' } as const
    return couponFacts(decision, coupon.data, from, rules)
  }
  const decision = couponDecision(data, receivedAt)
  // If the code would have attributed the customer but didn't, a person attributed the sale, and the code had no
  // effect.
  if (decision === undefined || decision.kind === 'attributes') return {}
  return couponFacts(decision, coupon.data, currentAttribution(customer), rules)
}

/**
 * Returns the click of a customer's first sale if the known `customer_key` leaves it unused. Later sales don't depend
 * on a click.
 */
export function unusedClick(
  { program, customer }: SaleData,
  { customer_key, click_id }: Pick<LiveSaleRequest, 'customer_key' | 'click_id'>,
): ClickId | undefined {
  if (customer === undefined || customer.sale_count > 0) return undefined
  if (customer_key === undefined || click_id === undefined) return undefined
  const click = parseClickId(click_id)
  return click?.programId === program.id && click.uuid !== customer.click_uuid ? click : undefined
}

/** Returns a sale's unused click as facts, unless its partner has the customer anyway. */
function unusedClickData(
  data: SaleData,
  { customer, by }: Pick<AttributedResult, 'customer' | 'by'>,
  request: LiveSaleRequest,
): DecisionFacts {
  if (by !== 'customer_key' || unusedClick(data, request) === undefined) return {}
  const { unused_click_partner_id: unusedClickPartnerId } = data
  if (unusedClickPartnerId === undefined) return { isClickUnused: true }
  return unusedClickPartnerId === customer.partner_id ? {} : { isClickUnused: true, unusedClickPartnerId }
}

/**
 * Applies attribution rule 1 of the specification with D26 and D34: if `customer_key` is sent, it alone decides;
 * `click_id` is used only without it. `customer` is the one found by the deciding field. `foundBy` is set if a
 * processor payment or a team member determined it instead.
 */
export function attribute(
  request: { customer_key: string | undefined; click_id: string | undefined },
  customer: AttributableCustomer | undefined,
  foundBy?: AttributedBy,
): Attribution {
  const { customer_key, click_id } = request
  if (foundBy === undefined && customer_key === undefined && click_id === undefined) {
    return reject(
      'nothing_sent',
      'Neither customer_key nor click_id was sent. Send the customer_key used at signup.',
    )
  }
  const by: AttributedBy = foundBy ?? (customer_key !== undefined ? 'customer_key' : 'click_id')
  if (customer === undefined) {
    return reject(
      'unknown_customer',
      `No customer in this program matches this ${by}. Send the signup to the lead endpoint first.`,
    )
  }
  if (customer.partner_status !== 'approved') {
    return reject('partner_not_approved', 'This customer’s partner is not approved in the program.')
  }
  return { kind: 'attributed', customer, by }
}

/**
 * Returns whether the window has ended (D27). It lasts from the click to the customer's first attributed sale. After
 * that, the commission policy's duration applies.
 */
export function isAttributionExpired(
  customer: Pick<AttributableCustomer, 'clicked_at' | 'sale_count'>,
  receivedAt: Date,
  window_days: number,
): boolean {
  return customer.sale_count === 0 && !isWithinWindow(customer.clicked_at, receivedAt, window_days)
}

function reject(reason: NoAttributionReason, message: string): Attribution {
  return { kind: 'no_attribution', reason, message }
}

/** The terms for a sale that the current terms don't apply to. */
export interface SaleTerms {
  policies: SaleData['policies']
  /** The partner's group at the time. */
  group_id: number | null
  /** When the first of the customer's later approved claims was ordered; null if there is none. */
  first_granted_at: Date | null
  /** Whether a first-sale policy has already paid for one of the customer's sales. */
  is_first_paid: boolean
  /** When these terms applied. */
  at: Date
}

/** Returns the data that an attributed sale writes. */
export function toSale(
  data: SaleData,
  { customer, by }: AttributedResult,
  { request, receivedAt, terms }: { request: LiveSaleRequest; receivedAt: Date; terms?: SaleTerms },
): SaleToSave {
  const { program, policies, payment_id, named_payment, namesake_payment_id } = data
  const reportedAt = request.occurred_at ?? receivedAt
  const { first_sale_at, group_id } = customer
  const { time_zone } = program
  const earnedCommission =
    terms === undefined
      ? saleCommission(policies, { ...request, first_sale_at, group_id, received_at: receivedAt, time_zone })
      : lateDecidedCommission(
          terms.policies,
          {
            ...request,
            first_sale_at: firstPurchaseBefore(terms.at, [first_sale_at, terms.first_granted_at]),
            group_id: terms.group_id,
            received_at: terms.at,
            time_zone,
          },
          terms,
        )
  const commission = toCommission(earnedCommission, program, receivedAt)
  const conclusion = toDecision(earnedCommission, {
    policies: terms?.policies ?? policies,
    first_sale_at,
    time_zone,
  })
  const receivedDay = reportDay(receivedAt, program.time_zone)
  const reportedDay = reportDay(reportedAt, program.time_zone)
  return {
    kind: 'save',
    program,
    customer,
    by,
    request,
    receivedAt,
    reportedAt,
    receivedDay,
    reportedDay,
    commission,
    fee: {
      rate_bps: program.platform_fee_bps,
      amount_cents: platformFee(request.amount_cents, program.platform_fee_bps),
    },
    stats: toStatDeltas({
      request,
      receivedDay,
      reportedDay,
      customer,
      commissionCents: commission?.amount_cents,
    }),
    conclusion: {
      ...conclusion,
      ...mergeDecisionFacts(conclusion.facts, {
        ...couponOutcome(data, receivedAt),
        ...unusedClickData(data, { customer, by }, request),
        ...unknownFieldsNote(request.unknown_fields),
      }),
    },
    message: MESSAGES[conclusion.code],
    paymentId: payment_id ?? (named_payment?.sale_id === null ? named_payment.id : undefined),
    paymentName: named_payment === undefined ? request.provider_payment_id : undefined,
    isNameTaken: namesake_payment_id !== undefined,
    couponId: data.coupon?.data?.id,
  }
}

function mergeDecisionFacts(
  facts: DecisionFacts | undefined,
  more: DecisionFacts,
): { facts?: DecisionFacts } {
  const all = { ...facts, ...more }
  return Object.keys(all).length === 0 ? {} : { facts: all }
}

/** Returns the earliest of these instants before `at`. */
function firstPurchaseBefore(at: Date, purchaseDates: readonly (Date | null)[]): Date | null {
  const before = purchaseDates.filter((one) => one !== null).filter((one) => one < at)
  return before.reduce<Date | null>((first, one) => (first === null || one < first ? one : first), null)
}

function toCommission(
  commission: SaleCommission,
  program: SaleData['program'],
  receivedAt: Date,
): SaleToSave['commission'] {
  if (commission.kind !== 'paid') return undefined
  const { policy, amount_cents } = commission
  const holdDays = policy.hold_days ?? program.hold_period_days
  const hold_until = new Date(receivedAt.getTime() + holdDays * DAY_MS)
  return { amount_cents, hold_until }
}

function toDecision(
  commission: SaleCommission,
  {
    policies,
    first_sale_at,
    time_zone,
  }: { policies: SaleData['policies']; first_sale_at: Date | null; time_zone: string },
): SaleConclusion {
  switch (commission.kind) {
    case 'paid':
      return { code: 'with_commission', policy_id: commission.policy.id }
    case 'no_matching_policy': {
      const currencies = policies.map(({ currency }) => currency).filter((one) => one !== null)
      const facts = { currencies: [...new Set(currencies)].sort() }
      return { code: 'no_policy', policy_id: undefined, facts }
    }
    case 'past_duration': {
      const { id, duration_months } = commission.policy
      const facts: DecisionFacts = {}
      if (first_sale_at !== null) facts.firstSaleAt = first_sale_at.toISOString()
      if (duration_months !== null) facts.durationMonths = duration_months
      if (first_sale_at !== null && duration_months !== null)
        facts.durationEndedAt = durationEnd(commission.policy, first_sale_at, time_zone).toISOString()
      return { code: 'policy_ended', policy_id: id, facts }
    }
  }
}

interface CountedSale {
  request: LiveSaleRequest
  receivedDay: string
  reportedDay: string
  customer: AttributableCustomer
  commissionCents: number | undefined
}

/**
 * Returns a sale's statistics. Its day comes from `occurred_at` if sent; the commission's day comes from the request
 * (D10).
 */
function toStatDeltas({
  request,
  receivedDay,
  reportedDay,
  customer,
  commissionCents,
}: CountedSale): CustomerDelta[] {
  const { currency, amount_cents } = request
  const day = reportedDay
  const { id: customer_id, sale_count } = customer
  const deltas: CustomerDelta[] = [
    { day, currency, customer_id, sales: 1, revenue_cents: BigInt(amount_cents) },
  ]
  // The first sale makes its customer a conversion.
  if (sale_count === 0) deltas.push({ day, currency: NO_CURRENCY, customer_id, conversions: 1 })
  if (commissionCents !== undefined) {
    deltas.push({
      day: receivedDay,
      currency,
      customer_id,
      commission_cents: BigInt(commissionCents),
    })
  }
  return deltas
}

const MESSAGES: Record<SaleDecisionCode, string> = {
  with_commission: 'Sale recorded.',
  policy_ended: "Sale recorded without a commission: the commission policy's duration has ended.",
  no_policy: 'Sale recorded without a commission: no commission policy matches its currency.',
}

/** A sale request with its loaded facts. */
export interface LoadedSale {
  data: SaleData
  request: LiveSaleRequest
  receivedAt: Date
}

export type BatchDecision =
  | SaleDecision
  /** Repeats the transaction_id of an earlier sale in the batch, which is at `index`. */
  | { kind: 'repeats'; index: number }
  /** One of the sale's IDs refers to a known payment, which must be locked first. */
  | { kind: 'has_payment' }
  /** The sale's coupon code attributes the customer. This attribution is written first. */
  | { kind: 'attributes_customer' }

/**
 * Decides sales whose facts were loaded together, in order, as if each sale had been saved before the next one was
 * loaded. A customer's second sale therefore takes the first one into account, and a transaction_id is used only
 * once.
 * @returns one decision per sale, in order
 */
export function decideSales(sales: readonly LoadedSale[]): BatchDecision[] {
  const customers = new Map<number, AttributableCustomer>()
  const firstIndexes = new Map<string, number>()
  const namedPayments = new Set<string>()
  return sales.map(({ data, request, receivedAt }, index) => {
    const { transaction_id, provider_payment_id: name } = request
    const { payment_id, named_payment, namesake_payment_id } = data
    const isKnown = [payment_id, named_payment, namesake_payment_id].some((one) => one !== undefined)
    const isNamedHere =
      namedPayments.has(transaction_id) ||
      (name !== undefined && (namedPayments.has(name) || firstIndexes.has(name)))
    if (isKnown || isNamedHere) return { kind: 'has_payment' }
    const earlier = firstIndexes.get(transaction_id)
    if (earlier !== undefined) return { kind: 'repeats', index: earlier }
    const customer = (data.customer && customers.get(data.customer.id)) ?? data.customer
    const currentData = { ...data, customer }
    if (couponDecision(currentData, receivedAt)?.kind === 'attributes') return { kind: 'attributes_customer' }
    const decision = decideSale(currentData, request, receivedAt)
    if (decision.kind === 'save') {
      firstIndexes.set(transaction_id, index)
      if (name !== undefined) namedPayments.add(name)
      customers.set(decision.customer.id, customerAfterSale(decision))
    }
    return decision
  })
}

/** Returns the customer's state after the sale is saved. */
function customerAfterSale({ customer, receivedAt, reportedAt }: SaleToSave): AttributableCustomer {
  return {
    ...customer,
    status: 'conversion',
    sale_count: customer.sale_count + 1,
    first_sale_at: customer.first_sale_at ?? receivedAt,
    first_purchase_at: customer.first_purchase_at ?? reportedAt,
  }
}
