import type { LeadSource, LeadState } from '../../core/enums.ts'
import { closedWindow, isWithinWindow } from '../clicks/attribution-window.rule.ts'
import {
  type ClickReplacement,
  type CouponData,
  type CouponDecision,
  type CouponProgram,
  type CurrentAttribution,
  clickAttribution,
  clickReplacement,
  couponFacts,
  decideCoupon,
} from '../coupons/coupon-attribution.rule.ts'
import type { DecisionFacts } from '../requests/decision.ts'
import type { LeadClick, LeadCustomer, LeadData, NoAttributionReason } from './lead.ts'

export interface LeadReport {
  source: LeadSource
  customer_key: string | undefined
  email_hash: Buffer | undefined
  received_at: Date
}

export type LeadDecision =
  /** Creates a customer and its lead from the click. */
  | { kind: 'create'; click: LeadClick; state: LeadState }
  /** Settles a provisional lead. */
  | { kind: 'settle'; customer: LeadCustomer }
  /** Completes a settled customer's identity without counting the lead again. */
  | { kind: 'identify'; customer: LeadCustomer }
  /** Before the first sale, another partner's click competes with the code that attributed the customer. */
  | { kind: 'click_replaces_code'; customer: LeadCustomer; click: LeadClick; reason: ClickReplacement }
  | { kind: 'code_keeps'; customer: LeadCustomer; click: LeadClick }
  | { kind: 'repeat'; lead_id: number; is_provisional: boolean }
  | { kind: 'already_settled' }
  | { kind: 'closed_to_new_referrals' }
  | { kind: 'no_attribution'; reason: NoAttributionReason; facts?: DecisionFacts }

/**
 * Decides one live lead request, according to the specification's table "Lead settlement" with D21, D22 and D23. A
 * program closed to new referrals doesn't create customers, but existing signups are settled and returned as before
 * (D44).
 */
export function decideLead(data: LeadData, report: LeadReport): LeadDecision {
  const decision = decideWithoutVerification(data, report)
  const { program, click } = data
  if (decision.kind === 'create' && program.closed_to_new_referrals)
    return { kind: 'closed_to_new_referrals' }
  if (decision.kind !== 'no_attribution' || decision.reason !== 'window_expired' || click === undefined)
    return decision
  return { ...decision, facts: closedWindow(click.received_at, program.attribution_window_days) }
}

function decideWithoutVerification(data: LeadData, report: LeadReport): LeadDecision {
  if (data.program.status !== 'active') return noAttribution('program_inactive')
  const click = resolveClick(data, report.received_at)
  if (report.source === 'server') return decideServerLead(data, report, click)
  if (typeof click === 'string') return noAttribution(click)
  return data.program.lead_auth_policy === 'server_verified'
    ? decideUnverifiedLead(data, click)
    : decideBrowserLead(data, report, click)
}

/**
 * Returns the click if it is within its attribution window and its partner is approved (D21, D34), otherwise the
 * reason.
 */
function resolveClick({ click, program }: LeadData, receivedAt: Date): LeadClick | NoAttributionReason {
  if (click === undefined) return 'no_click'
  if (click.partner_status !== 'approved') return 'click_partner_not_approved'
  const isInWindow = isWithinWindow(click.received_at, receivedAt, program.attribution_window_days)
  return isInWindow ? click : 'window_expired'
}

function noAttribution(reason: NoAttributionReason): LeadDecision {
  return { kind: 'no_attribution', reason }
}

/** Decides a server request in the order of D21. The merchant's server is trusted to send the right identity. */
function decideServerLead(
  data: LeadData,
  report: LeadReport,
  click: LeadClick | NoAttributionReason,
): LeadDecision {
  if (data.with_key !== undefined)
    return decideClickAgainstCode(data, report, click) ?? settleOrRepeat(data.with_key, report)
  const clickCustomers = typeof click === 'string' ? [] : data.of_click
  const provisionalCustomer = clickCustomers.find(({ lead_state }) => lead_state === 'provisional')
  if (provisionalCustomer !== undefined) return settleOrRepeat(provisionalCustomer, report)
  const customersWithEmail = data.with_email.find((customer) => isSameIdentity(customer, report))
  if (customersWithEmail !== undefined) return settleOrRepeat(customersWithEmail, report)
  const unidentifiedCustomer = clickCustomers.find((customer) => isSameIdentity(customer, report))
  if (unidentifiedCustomer !== undefined) return settleOrRepeat(unidentifiedCustomer, report)
  return typeof click === 'string' ? noAttribution(click) : { kind: 'create', click, state: 'settled' }
}

/**
 * Decides between a customer's coupon code and another partner's later click. Returns undefined if there is nothing to
 * decide.
 */
function decideClickAgainstCode(
  { with_key: customer, program }: LeadData,
  { received_at }: LeadReport,
  click: LeadClick | NoAttributionReason,
): LeadDecision | undefined {
  if (customer === undefined || typeof click === 'string') return undefined
  if (customer.attribution_source !== 'coupon_code' || customer.sale_count > 0) return undefined
  if (customer.partner_id === click.partner_id) return undefined
  const reason = clickReplacement(toAttribution(customer), click, program, received_at)
  if (reason !== undefined) return { kind: 'click_replaces_code', customer, click, reason }
  return customer.lead_state === 'settled' ? { kind: 'code_keeps', customer, click } : undefined
}

function toAttribution(customer: LeadCustomer): CurrentAttribution {
  const { partner_id, partner_status, attribution_source: source, clicked_at, sale_count } = customer
  return { partner_id, partner_status, source, attributed_at: clicked_at, sale_count }
}

/**
 * Decides a browser request in a program that requires server-verified leads (D22): one provisional lead per click, and
 * no identity.
 */
function decideUnverifiedLead(data: LeadData, click: LeadClick): LeadDecision {
  // The server may have settled other leads for this click. If no lead is from a browser, the first one is used.
  const existing = data.of_click.find(({ lead_source }) => lead_source === 'browser') ?? data.of_click.at(-1)
  if (existing !== undefined) return { kind: 'repeat', lead_id: existing.lead_id, is_provisional: true }
  return { kind: 'create', click, state: 'provisional' }
}

/**
 * Decides a browser request in a program set to `browser_allowed` (D22): the first request settles the lead, and a
 * repeat is rejected. A customer known by the key keeps their partner: only the merchant's server may move a coupon
 * code's customer to a click's partner.
 */
function decideBrowserLead(data: LeadData, report: LeadReport, click: LeadClick): LeadDecision {
  const { with_key } = data
  if (with_key !== undefined)
    return with_key.lead_state === 'settled' ? { kind: 'already_settled' } : settleOrRepeat(with_key, report)
  const provisionalCustomer = data.of_click.find(({ lead_state }) => lead_state === 'provisional')
  if (provisionalCustomer !== undefined) return settleOrRepeat(provisionalCustomer, report)
  const isKnown =
    data.of_click.length > 0 || data.with_email.some((customer) => isSameIdentity(customer, report))
  return isKnown ? { kind: 'already_settled' } : { kind: 'create', click, state: 'settled' }
}

function settleOrRepeat(customer: LeadCustomer, report: LeadReport): LeadDecision {
  if (customer.lead_state === 'provisional') {
    const isApproved = customer.partner_status === 'approved'
    return isApproved ? { kind: 'settle', customer } : noAttribution('customer_partner_not_approved')
  }
  const gainsKey = report.customer_key !== undefined && customer.customer_key === null
  const gainsEmail = report.email_hash !== undefined && customer.email_hash === null
  if (gainsKey || (gainsEmail && report.source === 'server')) return { kind: 'identify', customer }
  return { kind: 'repeat', lead_id: customer.lead_id, is_provisional: false }
}

/** Returns whether the identity fields that both the customer and the request have are equal. */
function isSameIdentity(customer: LeadCustomer, report: LeadReport): boolean {
  const { customer_key, email_hash } = report
  const keysAgree =
    customer_key === undefined || customer.customer_key === null || customer.customer_key === customer_key
  const emailsAgree =
    email_hash === undefined || customer.email_hash === null || customer.email_hash.equals(email_hash)
  return keysAgree && emailsAgree
}

/**
 * Decides what a server lead's coupon code does to the customer that the lead would create or settle, with the facts to
 * store. Returns undefined if the lead doesn't change an attribution: a settled customer keeps their partner regardless
 * of the code.
 */
export function decideLeadCoupon(
  coupon: CouponData | undefined,
  { data, decision }: { data: LeadData; decision: LeadDecision },
  program: CouponProgram,
  at: Date,
): { decision: CouponDecision; facts: DecisionFacts } | undefined {
  const rules = { ...program, attribution_window_days: data.program.attribution_window_days }
  const decide = (current: CurrentAttribution | undefined) => {
    const decided = decideCoupon(coupon, current, rules, at)
    return { decision: decided, facts: couponFacts(decided, coupon, current, { program: rules, at }) }
  }
  switch (decision.kind) {
    case 'create':
      return decide(clickAttribution(decision.click))
    case 'settle':
      return decide(toAttribution(decision.customer))
    case 'no_attribution':
      return decision.reason === 'program_inactive' || decision.reason === 'customer_partner_not_approved'
        ? undefined
        : decide(undefined)
    default:
      return undefined
  }
}
