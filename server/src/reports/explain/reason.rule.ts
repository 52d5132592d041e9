import type { PaymentState } from '../../core/enums.ts'
import { payoutBlocker } from '../../partners/enrollments/payout-blocker.rule.ts'
import type { ClickLoss } from '../../tracking/clicks/decide-click.rule.ts'
import {
  type Conclusion,
  type ConclusionFacts,
  LEAD_REASONS,
  type Reason,
  type SaleState,
} from './explain.ts'

/**
 * Returns what a recorded sale earns and why, based on how it was decided and on its commission's status.
 * @param isReviewed whether the program reviews its commissions
 * @param lacksDetails whether the next payout omits the partner because they have no payout details
 */
export function saleConclusion(
  sale: SaleState,
  { isReviewed, lacksDetails }: { isReviewed: boolean; lacksDetails: boolean },
): Conclusion {
  const { facts, open_payout_id, paid_payout_id } = sale
  if (sale.commission_status === null) return { reason: withoutCommission(sale), facts }
  const { partnerStatus: status, payoutHoldReason: payout_hold_reason = null } = facts
  const blocked = status === undefined ? null : payoutBlocker({ status, payout_hold_reason })
  const wait = blocked ?? (lacksDetails ? 'details_missing' : null)
  const reason = moneyReason(sale, { isHeld: wait !== null, isReviewed })
  const payoutId = reason === 'in_payout' ? open_payout_id : (paid_payout_id ?? open_payout_id)
  return {
    reason,
    facts: {
      ...facts,
      ...(payoutId === null ? {} : { payoutId }),
      ...(wait === null ? {} : { payoutBlocker: wait }),
    },
  }
}

function withoutCommission({ decision_code, facts }: SaleState): Reason {
  if (decision_code === 'no_policy') return 'no_policy_for_currency'
  return facts.durationMonths === undefined ? 'commission_first_sale_only' : 'commission_ended'
}

/** Returns the reason for a commission's state: reversed, paid or pending. */
function moneyReason(
  sale: SaleState,
  { isHeld, isReviewed }: { isHeld: boolean; isReviewed: boolean },
): Reason {
  const { initialCents = 0, commissionCents: leftCents = 0, paidCents = 0, holdReason } = sale.facts
  if (initialCents === 0) return 'zero_commission'
  if (paidCents > leftCents) return 'refunded_after_payment'
  if (leftCents === 0) return reversalReason(sale)
  if (paidCents === leftCents) return 'paid'
  if (sale.open_payout_id !== null) return 'in_payout'
  if (sale.commission_status === 'pending')
    return isReviewed || holdReason !== undefined ? 'awaiting_review' : 'on_hold'
  return isHeld ? 'awaiting_partner' : 'awaiting_payout'
}

/** Returns the reason a commission is zero: rejected, duplicate payment, disputed or refunded. */
function reversalReason({ is_rejected, is_void, is_disputed }: SaleState): Reason {
  if (is_rejected) return 'commission_rejected'
  if (is_void) return 'duplicate_payment'
  return is_disputed ? 'disputed' : 'refunded'
}

/**
 * Returns the reason for the error code of a sale that was rejected before any decision; undefined if the rules
 * rejected it.
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
  return CLICK_REASONS.get(code) ?? 'request_rejected'
}

const CLICK_REASONS: ReadonlyMap<string, Reason> = new Map(
  Object.entries({
    unknown_link: 'unknown_link',
    inactive_link: 'inactive_link',
    bot: 'bot_click',
    program_paused: 'program_closed',
    partner_not_approved: 'partner_not_approved',
  } satisfies Record<ClickLoss, Reason>),
)

/** Returns the reason a signup found no partner; undefined for other codes. */
export function leadReason(code: string | null): NonNullable<ConclusionFacts['leadReason']> | undefined {
  return LEAD_REASONS.find((one) => one === code)
}

/** The reason a signup from a click wouldn't count. */
export const SIGNUP_REASONS: Record<NonNullable<ConclusionFacts['leadReason']>, Reason> = {
  program_inactive: 'program_not_active',
  no_click: 'no_click_recorded',
  window_expired: 'window_closed',
  click_partner_not_approved: 'partner_not_approved',
  customer_partner_not_approved: 'partner_not_approved',
  closed_to_new_referrals: 'program_closed',
}

/**
 * Returns the reason a processor payment has no sale. For an announced payment, the processor may have reported only a
 * refund.
 */
export function paymentReason(state: PaymentState, isRefunded: boolean): Reason {
  return state === 'announced' && isRefunded ? 'payment_only_refunded' : PAYMENT_REASONS[state]
}

const PAYMENT_REASONS: Record<PaymentState, Reason> = {
  announced: 'payment_announced',
  attributed: 'payment_announced',
  unattributed: 'payment_not_attributed',
  dismissed: 'payment_dismissed',
}
