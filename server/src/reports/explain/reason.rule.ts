import type { PaymentState } from '../../core/enums.ts'
import { payoutBlocker } from '../../partners/enrollments/payout-blocker.rule.ts'
import type { ClickLoss } from '../../tracking/clicks/decide-click.rule.ts'
import { type Facts, LEAD_REASONS, type SaleState } from './explain.ts'
import type { Conclusion, Reason } from './explanation-text.rule.ts'

/**
 * Returns what a recorded sale earns and why, according to its decision and the state of its commission.
 * @param isReviewed whether the program reviews its commissions
 * @param lacksDetails whether the next payout leaves the partner out because they have no payout details
 */
export function saleConclusion(
  sale: SaleState,
  { isReviewed, lacksDetails }: { isReviewed: boolean; lacksDetails: boolean },
): Conclusion {
  const { facts, money, partner_status, payout_hold_reason } = sale
  const { unknownFields: _, ...decisionFacts } = sale.decision_facts ?? {}
  if (sale.is_test) return { reason: 'test_event', facts }
  const coupon = sale.coupon_decision === null ? {} : { couponDecision: sale.coupon_decision }
  if (money === null)
    return { reason: withoutCommission(sale), facts: { ...facts, ...decisionFacts, ...coupon } }
  const blocker =
    partner_status === null ? null : payoutBlocker({ status: partner_status, payout_hold_reason })
  const wait = blocker ?? (lacksDetails ? 'details_missing' : null)
  const reason = moneyReason({ ...sale, money, isHeld: wait !== null, isReviewed })
  const payoutId = reason === 'in_payout' ? sale.open_payout_id : (sale.paid_payout_id ?? sale.open_payout_id)
  return {
    reason,
    facts: {
      ...facts,
      ...money,
      ...coupon,
      ...(payoutId === null ? {} : { payoutId }),
      ...(wait === null ? {} : { payoutBlocker: wait }),
    },
  }
}

function withoutCommission({ decision_code, decision_facts }: SaleState): Reason {
  if (decision_code === 'no_policy') return 'no_policy_for_currency'
  return decision_facts?.durationMonths === undefined ? 'commission_first_sale_only' : 'commission_ended'
}

/** Returns the reason for the state of a commission: reversed, paid or pending. */
function moneyReason(sale: SaleState & { money: Facts; isHeld: boolean; isReviewed: boolean }): Reason {
  const { initialCents = 0, commissionCents: leftCents = 0, paidCents = 0, holdReason } = sale.money
  if (initialCents === 0) return 'zero_commission'
  if (paidCents > leftCents) return 'refunded_after_payment'
  if (leftCents === 0) return reversed(sale)
  if (paidCents === leftCents) return 'paid'
  if (sale.open_payout_id !== null) return 'in_payout'
  if (sale.commission_status === 'pending')
    return sale.isReviewed || holdReason !== undefined ? 'awaiting_review' : 'on_hold'
  return sale.isHeld ? 'awaiting_partner' : 'awaiting_payout'
}

/** Returns why nothing is left of a commission: rejected, duplicate payment, disputed or refunded. */
function reversed({ is_rejected, is_void, is_disputed }: SaleState): Reason {
  if (is_rejected) return 'commission_rejected'
  if (is_void) return 'duplicate_payment'
  return is_disputed ? 'disputed' : 'refunded'
}

/**
 * Returns the reason for an error code if the request was rejected before any decision; undefined if the rules rejected
 * it.
 */
export function rejectionReason(code: string): Reason | undefined {
  if (code === 'no_attribution' || code === 'window_expired') return undefined
  return REJECTIONS.get(code) ?? 'request_rejected'
}

const REJECTIONS: ReadonlyMap<string, Reason> = new Map([
  ['unsupported_currency', 'unsupported_currency'],
  ['unauthorized', 'key_rejected'],
  ['api_key_rotation_required', 'key_rejected'],
  ['invalid_request', 'malformed_request'],
])

/** Returns the reason that an error code gives for an uncounted click. */
export function clickReason(code: string): Reason {
  return isClickLoss(code) ? CLICK_REASONS[code] : 'request_rejected'
}

const CLICK_REASONS = {
  unknown_link: 'unknown_link',
  inactive_link: 'inactive_link',
  bot: 'bot_click',
  program_paused: 'program_closed',
  partner_not_approved: 'partner_not_approved',
} as const satisfies Record<ClickLoss, Reason>

function isClickLoss(code: string): code is ClickLoss {
  return Object.hasOwn(CLICK_REASONS, code)
}

/** Returns why a signup found no partner; undefined for other codes. */
export function leadReason(code: string | null): NonNullable<Facts['leadReason']> | undefined {
  return LEAD_REASONS.find((one) => one === code)
}

/** The reason why a signup from a click wouldn't count. */
export const SIGNUP_REASONS: Record<NonNullable<Facts['leadReason']>, Reason> = {
  program_inactive: 'program_not_active',
  no_click: 'no_click_recorded',
  window_expired: 'window_closed',
  click_partner_not_approved: 'partner_not_approved',
  customer_partner_not_approved: 'partner_not_approved',
  closed_to_new_referrals: 'program_closed',
}

/** Returns the reason why a processor payment has no sale. */
export function paymentReason(state: PaymentState): Reason {
  if (state === 'unattributed') return 'payment_not_attributed'
  return state === 'dismissed' ? 'payment_dismissed' : 'payment_announced'
}
