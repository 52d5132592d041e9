import type { AttributionSource, CouponPrecedence, CouponProblem, PartnerStatus } from '../../core/enums.ts'
import { isWithinWindow } from '../clicks/attribution-window.rule.ts'
import type { DecisionFacts } from '../requests/decision.ts'

/** The active coupon code in a request, with its partner. */
export interface CouponData {
  id: number
  partner_id: number
  partner_status: PartnerStatus
  starts_at: Date | null
  ends_at: Date | null
  max_uses: number | null
  /** Number of customers that the code has attributed; counted only if `max_uses` is set. */
  uses: number
}

/** A program's settings that decide what a coupon code does. */
export interface CouponProgram {
  coupon_precedence: CouponPrecedence
  closed_to_new_referrals: boolean
}

/** The partner that a customer currently belongs to. */
export interface CurrentAttribution {
  partner_id: number
  partner_status: PartnerStatus | null
  source: AttributionSource
  /** When the click, the code or the team attributed the customer. */
  attributed_at: Date
  sale_count: number
}

/** Returns the attribution of a customer known only from a click so far. */
export function clickAttribution(click: {
  partner_id: number
  partner_status: PartnerStatus
  received_at: Date
}): CurrentAttribution {
  const { partner_id, partner_status, received_at: attributed_at } = click
  return { partner_id, partner_status, source: 'click', attributed_at, sale_count: 0 }
}

/** The reason a customer stays with the current partner although a valid code was sent. */
export type CouponKeepReason =
  | 'same_partner'
  | 'customer_bought'
  | 'click_wins'
  | 'code_lapsed'
  | 'earlier_code'
  | 'team_decided'

export type CouponDecision =
  /** The customer is created for the code's partner, or moves there before the first sale. */
  | { kind: 'attributes'; change: 'created' | 'moved' }
  | { kind: 'keeps'; reason: CouponKeepReason }
  | { kind: 'invalid'; problem: CouponProblem }

/**
 * Decides what a coupon code does to a customer. A code attributes customers without a partner: unknown ones, and those
 * whose click has expired or whose partner is no longer approved. Against another partner's valid click or earlier
 * code, the program's precedence decides. Customers who have bought stay with their partner (D24).
 */
export function decideCoupon(
  coupon: CouponData | undefined,
  current: CurrentAttribution | undefined,
  program: CouponProgram & { attribution_window_days: number },
  at: Date,
): CouponDecision {
  if (current !== undefined && current.sale_count > 0) return keeps('customer_bought')
  const problem = couponProblem(coupon, at)
  if (problem !== undefined) return { kind: 'invalid', problem }
  if (current === undefined)
    return program.closed_to_new_referrals
      ? { kind: 'invalid', problem: 'program_closed' }
      : { kind: 'attributes', change: 'created' }
  if (!isStillValid(current, program, at)) return { kind: 'attributes', change: 'moved' }
  if (current.partner_id === coupon?.partner_id) return keeps('same_partner')
  if (current.source === 'team') return keeps('team_decided')
  const { coupon_precedence: precedence } = program
  if (current.source === 'click')
    return precedence === 'code' ? { kind: 'attributes', change: 'moved' } : keeps('click_wins')
  // Of two codes, the one in this request wins unless the first touch decides.
  return precedence === 'first_touch' ? keeps('earlier_code') : { kind: 'attributes', change: 'moved' }
}

/**
 * Decides whether a click that was sent later takes a customer who hasn't bought yet from a coupon code's partner.
 * `received_at` is when the click was recorded, which may be before the code was used.
 * @returns the reason the click takes the customer; undefined if the code keeps them
 */
export function clickReplacement(
  current: CurrentAttribution,
  click: { received_at: Date },
  program: { coupon_precedence: CouponPrecedence; attribution_window_days: number },
  at: Date,
): ClickReplacement | undefined {
  if (!isStillValid(current, program, at)) return 'code_lapsed'
  const isClickFirst = click.received_at < current.attributed_at
  const { coupon_precedence: precedence } = program
  return precedence === 'click' || (precedence === 'first_touch' && isClickFirst) ? 'click_wins' : undefined
}

export type ClickReplacement = Extract<CouponKeepReason, 'click_wins' | 'code_lapsed'>

/** Returns whether an attribution still counts against a coupon code. */
function isStillValid(
  { partner_status, attributed_at }: CurrentAttribution,
  { attribution_window_days }: { attribution_window_days: number },
  at: Date,
): boolean {
  return partner_status === 'approved' && isWithinWindow(attributed_at, at, attribution_window_days)
}

/**
 * Returns the facts of a decision, as stored with its sale or lead: what the code did, the partner that lost, and what
 * the decision was based on, so another precedence can be simulated.
 * @param current the attribution before the decision
 */
export function couponFacts(
  decision: CouponDecision,
  coupon: Pick<CouponData, 'partner_id'> | undefined,
  current: CurrentAttribution | undefined,
  { program, at }: { program: CouponProgram & { attribution_window_days: number }; at: Date },
): DecisionFacts {
  if (decision.kind === 'invalid') return { coupon: decision.problem }
  const loser = decision.kind === 'keeps' ? coupon : current
  const winner = decision.kind === 'keeps' ? current : coupon
  const facts: DecisionFacts = { coupon: decision.kind === 'keeps' ? decision.reason : 'attributed' }
  if (loser !== undefined && loser.partner_id !== winner?.partner_id) facts.otherPartnerId = loser.partner_id
  if (current === undefined || current.sale_count > 0) return facts
  return {
    ...facts,
    couponPrecedence: program.coupon_precedence,
    previousSource: current.source,
    previousAt: current.attributed_at.toISOString(),
    previousWasValid: isStillValid(current, program, at),
  }
}

/** Returns the reason the code can't attribute a customer at this instant; undefined if it can. */
function couponProblem(coupon: CouponData | undefined, at: Date): CouponProblem | undefined {
  if (coupon === undefined) return 'unknown_code'
  if (coupon.starts_at !== null && at < coupon.starts_at) return 'not_started'
  if (coupon.ends_at !== null && at >= coupon.ends_at) return 'expired'
  if (coupon.partner_status !== 'approved') return 'partner_not_approved'
  if (coupon.max_uses !== null && coupon.uses >= coupon.max_uses) return 'used_up'
  return undefined
}

const PROBLEM_MESSAGES: Record<CouponProblem, string> = {
  unknown_code: 'No active coupon code in this program matches coupon_code.',
  not_started: 'The coupon code is not valid yet.',
  expired: 'The coupon code has expired.',
  used_up: 'The coupon code has reached its maximum number of uses.',
  partner_not_approved: 'The coupon code’s partner is not approved.',
  program_closed: 'The program is closed to new referrals.',
}

export function couponProblemMessage(problem: CouponProblem): string {
  return PROBLEM_MESSAGES[problem]
}

function keeps(reason: CouponKeepReason): CouponDecision {
  return { kind: 'keeps', reason }
}
