import type { AttributionSource, CouponPrecedence } from '../../core/enums.ts'
import {
  type CouponData,
  type CurrentAttribution,
  clickReplacement,
  decideCoupon,
} from '../../tracking/coupons/coupon-attribution.rule.ts'

/** The attribution that competed with a code. */
export interface Holder {
  partner_id: number
  source: AttributionSource
  /** When the customer was attributed. For a click, this may be later than the code. */
  at: Date
  /** Whether that attribution still counted when the decision was made. */
  is_valid: boolean
}

/** A code that a decision was made on. */
export interface CouponStep {
  code_partner_id: number
  used_at: Date
  /** Undefined if the customer was new. */
  holder: Holder | undefined
  /** The original decision. */
  decision: {
    /** Undefined if nothing competed with the code. */
    precedence: CouponPrecedence | undefined
    has_attributed: boolean
    /** Whether the code no longer counted when the click was sent. */
    has_lapsed: boolean
  }
}

/**
 * Returns the partner that a customer would belong to if another precedence had applied to the codes sent for them,
 * using the rules for real orders and signups. A decision that was made under this precedence isn't simulated. After a
 * different decision, the next code competes with that decision's partner.
 * @param steps oldest first
 */
export function partnerUnder(steps: readonly CouponStep[], precedence: CouponPrecedence): number | undefined {
  let simulated: Holder | undefined
  for (const [place, step] of steps.entries()) {
    const { code_partner_id, used_at, holder, decision } = step
    const isRecorded =
      place === 0 ||
      holder?.source === 'team' ||
      (holder?.partner_id === simulated?.partner_id && holder?.source === simulated?.source)
    const current = isRecorded ? holder : simulated
    const isByCode =
      isRecorded && decision.precedence === precedence
        ? decision.has_attributed
        : doesCodeWin(step, current, precedence)
    simulated = isByCode
      ? { partner_id: code_partner_id, source: 'coupon_code', at: used_at, is_valid: true }
      : current
  }
  return simulated?.partner_id
}

function doesCodeWin(
  { code_partner_id, used_at, decision: { has_lapsed } }: CouponStep,
  current: Holder | undefined,
  precedence: CouponPrecedence,
): boolean {
  if (has_lapsed) return false
  const rules = createRules(precedence)
  if (current?.source === 'click' && current.at > used_at) {
    const byCode = {
      partner_id: code_partner_id,
      source: 'coupon_code',
      at: used_at,
      is_valid: true,
    } as const
    return clickReplacement(toAttribution(byCode), { received_at: current.at }, rules, used_at) === undefined
  }
  // The stored validity already includes the attribution window.
  const at = current?.at ?? used_at
  return (
    decideCoupon(createCoupon(code_partner_id), current && toAttribution(current), rules, at).kind ===
    'attributes'
  )
}

function createCoupon(partner_id: number): CouponData {
  return {
    id: 0,
    partner_id,
    partner_status: 'approved',
    starts_at: null,
    ends_at: null,
    max_uses: null,
    uses: 0,
  }
}

function toAttribution({ partner_id, source, at, is_valid }: Holder): CurrentAttribution {
  const partner_status = is_valid ? 'approved' : 'rejected'
  return { partner_id, source, partner_status, attributed_at: at, sale_count: 0 }
}

const createRules = (coupon_precedence: CouponPrecedence) => ({
  coupon_precedence,
  closed_to_new_referrals: false,
  attribution_window_days: 1,
})
