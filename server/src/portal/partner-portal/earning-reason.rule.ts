import type { Language, PayoutBlocker, ReversalReason } from '../../core/enums.ts'
import type { PartnerMessageKey } from '../../core/i18n/catalogs.ts'
import { amountText, dayText, instantText, rateText } from '../../core/i18n/format.rule.ts'
import { type MessageArgs, message } from '../../core/i18n/message.rule.ts'
import { reportDay } from '../../core/time/report-day.rule.ts'
import { commissionBaseCents } from '../../earnings/commissions/sale-commission.rule.ts'
import { payDayAfter } from '../../earnings/payouts/payout-schedule.rule.ts'
import { productName } from '../../workspace/programs/product-name.rule.ts'
import type { EarningPayout, EarningRow, ReversalSums } from './own-earning.ts'

export const EARNING_STATES = ['on_hold', 'awaiting_review', 'approved', 'paid', 'reversed'] as const
export type EarningState = (typeof EARNING_STATES)[number]

export const REASON_STEPS = [
  'click',
  'signup',
  'sale',
  'claim',
  'policy',
  'due',
  'reversed',
  'payout',
] as const
export type ReasonStep = (typeof REASON_STEPS)[number]

/** A step that led to an amount. */
export interface Reason {
  step: ReasonStep
  /** Null for steps without a time. */
  at: Date | null
  text: string
}

/** The program's settings that decide when a partner's commissions are approved and paid. */
export interface PayoutRules {
  /** Whether the team approves commissions. Otherwise they are approved when their hold ends. */
  isReviewed: boolean
  /** The day of the month on which payouts are created; null if there is no fixed day. */
  payDay: number | null
  /** The next pay day, such as `2026-03-15`. */
  nextPayDay: string | null
  /** Minimum payout by currency, as strings. */
  minimums: Readonly<Record<string, string>>
  /** Whether the program pays only partners with payout details. */
  detailsRequired: boolean
  hasDetails: boolean
  blocker: PayoutBlocker | null
}

/** The facts about a commission, from click to payout, without the customer's name. */
export interface EarningFacts extends Omit<EarningRow, 'click_uuid' | 'customer_id' | 'payout_id'> {
  /** The customer's code. */
  customer: string
  rules: PayoutRules
  /** Payouts that were not canceled, oldest first. */
  payouts: readonly EarningPayout[]
  /** Undefined if nothing was reversed. */
  reversed: ReversalSums | undefined
  /** Landing page; null if unknown. */
  page: string | null
  /** The program's time zone, for timestamps. */
  timeZone: string
  language: Language
  now: Date
}

/** Returns the state of a commission. Commissions that are due but not approved are waiting for review. */
export function earningState(earning: Pick<EarningRow, 'status' | 'hold_until'>, now: Date): EarningState {
  switch (earning.status) {
    case 'pending':
      return earning.hold_until > now ? 'on_hold' : 'awaiting_review'
    case 'approved':
      return 'approved'
    case 'paid':
      return 'paid'
    case 'reversed':
      return 'reversed'
  }
}

/** Lists every step that led to an amount, in order. */
export function earningReasons(facts: EarningFacts): Reason[] {
  const later = [
    reversalStep(facts),
    dueStep(facts),
    ...facts.payouts.map((payout) => payoutStep(payout, facts)),
  ]
    .filter((step) => step !== undefined)
    .sort((a, b) => a.since.getTime() - b.since.getTime())
    .map(({ since: _, ...reason }) => reason)
  const steps = [
    click(facts),
    signup(facts),
    sale(facts),
    claim(facts),
    policy(facts),
    ...later,
    nextPayout(facts),
  ]
  return steps.filter((reason) => reason !== undefined)
}

/** A step with its position in the list. */
interface OrderedStep extends Reason {
  since: Date
}

const textOf = ({ language }: EarningFacts, key: PartnerMessageKey, args?: MessageArgs) =>
  message(language, key, args)
const instant = (at: Date, { language, timeZone }: EarningFacts) => instantText(language, at, timeZone)
const formatAmount = (cents: number, { language, currency }: EarningFacts) =>
  amountText(language, cents, currency)

const customerText = (facts: EarningFacts) => textOf(facts, 'reason.customer', { code: facts.customer })

function click(facts: EarningFacts): Reason {
  const { clicked_at } = facts
  const at = instant(clicked_at, facts)
  return {
    step: 'click',
    at: clicked_at,
    text: referralText(facts, at),
  }
}

function referralText(facts: EarningFacts, at: string): string {
  const { coupon_code, link_code, page } = facts
  const customer = customerText(facts)
  switch (facts.attribution_source) {
    case 'team':
      return textOf(facts, 'reason.attributed', { customer, at })
    case 'coupon_code':
      return textOf(facts, 'reason.coupon', { customer, at, code: coupon_code ?? '' })
    case 'click':
      return textOf(facts, 'reason.click', { customer, at, link: link_code ?? 'none', page: page ?? 'none' })
  }
}

function signup(facts: EarningFacts): Reason | undefined {
  const { signup_at } = facts
  if (signup_at === null) return undefined
  return {
    step: 'signup',
    at: signup_at,
    text: textOf(facts, 'reason.signup', { customer: customerText(facts), at: instant(signup_at, facts) }),
  }
}

function sale(facts: EarningFacts): Reason | undefined {
  const { sold_at, sale_cents } = facts
  if (sold_at === null || sale_cents === null) return undefined
  const args = {
    customer: customerText(facts),
    amount: formatAmount(sale_cents, facts),
    at: instant(sold_at, facts),
  }
  const key = facts.is_renewal === true ? 'reason.renewal' : 'reason.sale'
  return { step: 'sale', at: sold_at, text: [textOf(facts, key, args), ...lateReport(facts)].join(' ') }
}

/** Returns when a sale was received, if that wasn't on the order's day. Earnings count from then. */
function lateReport(facts: EarningFacts): string[] {
  const { sold_at, sale_received_at, timeZone, claim_approved_at } = facts
  if (sold_at === null || sale_received_at === null || claim_approved_at !== null) return []
  if (reportDay(sold_at, timeZone) === reportDay(sale_received_at, timeZone)) return []
  return [textOf(facts, 'reason.reported', { at: instant(sale_received_at, facts) })]
}

function claim(facts: EarningFacts): Reason | undefined {
  const at = facts.claim_approved_at
  if (at === null) return undefined
  return { step: 'claim', at, text: textOf(facts, 'reason.claim', { at: instant(at, facts) }) }
}

function policy(facts: EarningFacts): Reason {
  const earnedAmount = formatAmount(facts.amount_cents, facts)
  if (facts.kind === 'lead') {
    return { step: 'policy', at: null, text: textOf(facts, 'reason.leadRate', { amount: earnedAmount }) }
  }
  const product = facts.policy_product_id === null ? undefined : productName(facts.policy_product_id)
  const sentences = [
    textOf(facts, 'reason.rate', {
      scope: product === undefined ? 'all' : product === null ? 'unnamed' : 'product',
      product: product ?? '',
      rate: rate(facts),
      earned: earnedAmount,
    }),
    ...durationSentences(facts),
  ]
  return { step: 'policy', at: null, text: sentences.join(' ') }
}

/** Describes the commission rate, with amounts if tax was excluded. */
function rate(facts: EarningFacts): string {
  const { sale_cents, tax_cents, policy_type, policy_rate_bps } = facts
  if (policy_type !== 'percent' || policy_rate_bps === null) {
    const amount = formatAmount(facts.policy_amount_cents ?? facts.amount_cents, facts)
    return textOf(facts, 'reason.rate.flat', { amount })
  }
  const percent = rateText(facts.language, policy_rate_bps)
  if (facts.policy_commission_base !== 'amount_without_tax')
    return textOf(facts, 'reason.rate.sale', { percent })
  if (sale_cents === null || tax_cents === null || tax_cents === 0) {
    return textOf(facts, 'reason.rate.withoutTax', { percent })
  }
  const base = commissionBaseCents('amount_without_tax', {
    amount_cents: sale_cents,
    tax_amount_cents: tax_cents,
  })
  return textOf(facts, 'reason.rate.base', {
    percent,
    base: formatAmount(base, facts),
    sale: formatAmount(sale_cents, facts),
    tax: formatAmount(tax_cents, facts),
  })
}

function durationSentences(facts: EarningFacts): string[] {
  const { policy_duration, policy_duration_months } = facts
  switch (policy_duration) {
    case 'first_sale':
      return [textOf(facts, 'reason.lasting.first_sale')]
    case 'months':
      return [textOf(facts, 'reason.lasting.months', { months: policy_duration_months ?? 0 })]
    default:
      return []
  }
}

function reversalStep(facts: EarningFacts): OrderedStep | undefined {
  if (facts.reversed_cents === 0) return undefined
  const { times = 1, last_at: at = facts.rejected_at } = facts.reversed ?? {}
  const reason = reversalReason(facts)
  return {
    step: 'reversed',
    at,
    since: at ?? facts.created_at,
    text: textOf(facts, 'reason.reversed', {
      amount: facts.reversed_cents === facts.amount_cents ? 'all' : formatAmount(facts.reversed_cents, facts),
      when: at === null ? 'never' : times === 1 ? 'once' : 'several',
      at: at === null ? '' : instant(at, facts),
      why: textOf(facts, `reason.why.${reason}`, {
        refunded: formatAmount(facts.refunded_cents ?? 0, facts),
      }),
    }),
  }
}

/** Describes why a commission was reversed, by the current state of its sale. */
function reversalReason(
  facts: Pick<EarningRow, 'rejected_at' | 'is_disputed' | 'refunded_cents' | 'sale_cents'>,
): ReversalReason {
  if (facts.rejected_at !== null) return 'rejected'
  if (facts.is_disputed) return 'disputed'
  if ((facts.refunded_cents ?? 0) === 0) return 'corrected'
  return facts.refunded_cents === facts.sale_cents ? 'refunded' : 'partly_refunded'
}

/** Describes why one change reversed an amount, regardless of later changes. */
export function changeReasonText(change: {
  is_correction: boolean
  is_rejection: boolean
  is_dispute: boolean
  left_cents: number
}): ReversalReason {
  if (change.is_correction) return 'corrected'
  if (change.is_rejection) return 'rejected'
  if (change.is_dispute) return 'disputed'
  return change.left_cents === 0 ? 'refunded' : 'partly_refunded'
}

function dueStep(facts: EarningFacts): OrderedStep | undefined {
  const { hold_until } = facts
  const args = { at: instant(hold_until, facts) }
  switch (earningState(facts, facts.now)) {
    case 'on_hold': {
      const onHold = textOf(facts, facts.kind === 'lead' ? 'reason.onHold.lead' : 'reason.onHold', args)
      const then = textOf(facts, isReviewed(facts) ? 'reason.thenReviewed' : 'reason.thenApproved')
      return { step: 'due', at: hold_until, since: hold_until, text: `${onHold} ${then}` }
    }
    case 'awaiting_review': {
      const key = isReviewed(facts) ? 'reason.awaitingReview' : 'reason.awaitingApproval'
      return { step: 'due', at: hold_until, since: hold_until, text: textOf(facts, key, args) }
    }
    case 'approved': {
      const at = facts.approved_at ?? hold_until
      return {
        step: 'due',
        at,
        since: at,
        text: textOf(facts, 'reason.approved', { at: instant(at, facts) }),
      }
    }
    case 'paid':
    case 'reversed':
      return undefined
  }
}

function payoutStep(payout: EarningPayout, facts: EarningFacts): OrderedStep {
  const { closed_at } = payout
  const isDeducted = payout.amount_cents < 0
  const args = { amount: formatAmount(Math.abs(payout.amount_cents), facts), id: String(payout.id) }
  if (closed_at === null) {
    const key = isDeducted ? 'reason.payout.open_deducted' : 'reason.payout.open'
    return { step: 'payout', at: null, since: payout.created_at, text: textOf(facts, key, args) }
  }
  const key = isDeducted ? 'reason.payout.paid_deducted' : 'reason.payout.paid'
  const paid = { ...args, at: instant(closed_at, facts) }
  return { step: 'payout', at: closed_at, since: closed_at, text: textOf(facts, key, paid) }
}

/** Whether the team has to approve the commission after its hold. */
function isReviewed({ rules, hold_reason }: EarningFacts): boolean {
  return rules.isReviewed || hold_reason !== null
}

/**
 * Describes the effect on the next payout: when the amount that isn't in a payout yet will be paid, and what is missing
 * until then.
 */
function nextPayout(facts: EarningFacts): Reason | undefined {
  const cents = restCents(facts)
  const step = { step: 'payout', at: null } as const
  if (facts.status !== 'pending' && cents < 0)
    return { ...step, text: textOf(facts, 'reason.next.deducted', { amount: formatAmount(-cents, facts) }) }
  if (cents > 0) return { ...step, text: paymentSentences(facts, cents).join(' ') }
  const isUnpaid = facts.payouts.some(({ status, amount_cents }) => status === 'open' && amount_cents > 0)
  return isUnpaid && !facts.rules.hasDetails
    ? { ...step, text: textOf(facts, 'reason.pays.details') }
    : undefined
}

function paymentSentences(facts: EarningFacts, cents: number): string[] {
  const { rules, currency, language, status } = facts
  const minimum = rules.minimums[currency]
  return [
    ...(status === 'pending'
      ? []
      : [textOf(facts, 'reason.next.added', { amount: formatAmount(cents, facts) })]),
    rules.blocker === null ? payDayText(facts) : textOf(facts, `reason.pays.${rules.blocker}`),
    ...(minimum === undefined
      ? []
      : [textOf(facts, 'reason.pays.minimum', { minimum: amountText(language, minimum, currency) })]),
    ...(rules.hasDetails ? [] : [textOf(facts, 'reason.pays.details')]),
  ]
}

function payDayText(facts: EarningFacts): string {
  const { rules, status, hold_until, timeZone, language } = facts
  const isApproved = status !== 'pending'
  if (rules.payDay === null || rules.nextPayDay === null)
    return textOf(facts, isApproved ? 'reason.next.byHand' : 'reason.pays.byHand')
  const afterHold = payDayAfter(rules.payDay, reportDay(hold_until, timeZone))
  const isDated = !isApproved && !isReviewed(facts) && afterHold > rules.nextPayDay
  const day = dayText(language, `${isDated ? afterHold : rules.nextPayDay}T00:00:00Z`)
  if (isApproved) return textOf(facts, 'reason.next.day', { day })
  return textOf(facts, isReviewed(facts) ? 'reason.pays.next' : 'reason.pays.on', { day })
}

/** Returns the amount that isn't in any payout; negative if too much was paid. */
function restCents({ amount_cents, reversed_cents, payouts }: EarningFacts): number {
  return amount_cents - reversed_cents - payouts.reduce((sum, payout) => sum + payout.amount_cents, 0)
}
