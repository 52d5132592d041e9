import type { AttributionSource, CouponPrecedence } from '../../core/enums.ts'
import {
  type CouponFacts,
  type CurrentAttribution,
  decideCoupon,
} from '../../tracking/coupons/coupon-attribution.rule.ts'

/** The attribution that a customer had when a code was sent. */
export interface Holder {
  partner_id: number
  source: AttributionSource
  /** Whether that attribution still counted then. */
  is_valid: boolean
}

/** A code on which a decision was made. */
export interface CouponStep {
  code_partner_id: number
  /** Undefined if the customer was new. */
  holder: Holder | undefined
}

/**
 * Returns the partner that a customer would belong to if another precedence had applied to the codes sent for them,
 * using the rule for real orders. After a different decision, the next code competes with the partner of that decision.
 * @param steps oldest first
 */
export function partnerUnder(steps: readonly CouponStep[], precedence: CouponPrecedence): number | undefined {
  let simulated: Holder | undefined
  for (const [place, { code_partner_id, holder }] of steps.entries()) {
    const isRecorded =
      place === 0 ||
      holder?.source === 'team' ||
      (holder?.partner_id === simulated?.partner_id && holder?.source === simulated?.source)
    const current = isRecorded ? holder : simulated
    const decision = decideCoupon(codeOf(code_partner_id), attributionOf(current), rulesOf(precedence), AT)
    simulated =
      decision.kind === 'attributes'
        ? { partner_id: code_partner_id, source: 'coupon_code', is_valid: true }
        : current
  }
  return simulated?.partner_id
}

/** The rule compares times only with each other, and these comparisons were made when the facts were stored. */
const AT = new Date(0)

function codeOf(partner_id: number): CouponFacts {
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

function attributionOf(holder: Holder | undefined): CurrentAttribution | undefined {
  if (holder === undefined) return undefined
  const { partner_id, source, is_valid } = holder
  return {
    partner_id,
    source,
    partner_status: is_valid ? 'approved' : 'rejected',
    attributed_at: AT,
    sale_count: 0,
  }
}

const rulesOf = (coupon_precedence: CouponPrecedence) => ({
  coupon_precedence,
  closed_to_new_referrals: false,
  attribution_window_days: 1,
})
