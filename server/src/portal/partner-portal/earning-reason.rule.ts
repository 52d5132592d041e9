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
export interface EarningData extends Omit<EarningRow, 'click_uuid' | 'customer_id' | 'payout_id'> {
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
export function earningReasons(earning: EarningData): Reason[] {
  const later = [
    reversalStep(earning),
    dueStep(earning),
    ...earning.payouts.map((payout) => payoutStep(payout, earning)),
  ]
    .filter((step) => step !== undefined)
    .sort((a, b) => a.since.getTime() - b.since.getTime())
    .map(({ since: _, ...reason }) => reason)
  const steps = [
    click(earning),
    signup(earning),
    sale(earning),
    claim(earning),
    policy(earning),
    ...later,
    nextPayout(earning),
  ]
  return steps.filter((reason) => reason !== undefined)
}

/** A step with its position in the list. */
interface OrderedStep extends Reason {
  since: Date
}

const getMessage = ({ language }: EarningData, key: PartnerMessageKey, args?: MessageArgs) =>
  message(language, key, args)
const instant = (at: Date, { language, timeZone }: EarningData) => instantText(language, at, timeZone)
const formatAmount = (cents: number, { language, currency }: EarningData) =>
  amountText(language, cents, currency)

const customerText = (earning: EarningData) =>
  getMessage(earning, 'reason.customer', { code: earning.customer })

function click(earning: EarningData): Reason {
  const { clicked_at } = earning
  const at = instant(clicked_at, earning)
  return {
    step: 'click',
    at: clicked_at,
    text: referralText(earning, at),
  }
}

function referralText(earning: EarningData, at: string): string {
  const { coupon_code, link_code, page } = earning
  const customer = customerText(earning)
  switch (earning.attribution_source) {
    case 'team':
      return getMessage(earning, 'reason.attributed', { customer, at })
    case 'coupon_code':
      return getMessage(earning, 'reason.coupon', { customer, at, code: coupon_code ?? '' })
    case 'click':
      return getMessage(earning, 'reason.click', {
        customer,
        at,
        link: link_code ?? 'none',
        page: page ?? 'none',
      })
  }
}

function signup(earning: EarningData): Reason | undefined {
  const { signup_at } = earning
  if (signup_at === null) return undefined
  return {
    step: 'signup',
    at: signup_at,
    text: getMessage(earning, 'reason.signup', {
      customer: customerText(earning),
      at: instant(signup_at, earning),
    }),
  }
}

function sale(earning: EarningData): Reason | undefined {
  const { sold_at, sale_cents } = earning
  if (sold_at === null || sale_cents === null) return undefined
  const args = {
    customer: customerText(earning),
    amount: formatAmount(sale_cents, earning),
    at: instant(sold_at, earning),
  }
  const key = earning.is_renewal === true ? 'reason.renewal' : 'reason.sale'
  return {
    step: 'sale',
    at: sold_at,
    text: [getMessage(earning, key, args), ...lateReport(earning)].join(' '),
  }
}

/** Returns when a sale was received, if that wasn't on the order's day. Earnings count from then. */
function lateReport(earning: EarningData): string[] {
  const { sold_at, sale_received_at, timeZone, claim_approved_at } = earning
  if (sold_at === null || sale_received_at === null || claim_approved_at !== null) return []
  if (reportDay(sold_at, timeZone) === reportDay(sale_received_at, timeZone)) return []
  return [getMessage(earning, 'reason.reported', { at: instant(sale_received_at, earning) })]
}

function claim(earning: EarningData): Reason | undefined {
  const at = earning.claim_approved_at
  if (at === null) return undefined
  return { step: 'claim', at, text: getMessage(earning, 'reason.claim', { at: instant(at, earning) }) }
}

function policy(earning: EarningData): Reason {
  const earnedAmount = formatAmount(earning.amount_cents, earning)
  if (earning.kind === 'lead') {
    return {
      step: 'policy',
      at: null,
      text: getMessage(earning, 'reason.leadRate', { amount: earnedAmount }),
    }
  }
  const product = earning.policy_product_id === null ? undefined : productName(earning.policy_product_id)
  const sentences = [
    getMessage(earning, 'reason.rate', {
      scope: product === undefined ? 'all' : product === null ? 'unnamed' : 'product',
      product: product ?? '',
      rate: rate(earning),
      earned: earnedAmount,
    }),
    ...durationSentences(earning),
  ]
  return { step: 'policy', at: null, text: sentences.join(' ') }
}

/** Describes the commission rate, with amounts if tax was excluded. */
function rate(earning: EarningData): string {
  const { sale_cents, tax_cents, policy_type, policy_rate_bps } = earning
  if (policy_type !== 'percent' || policy_rate_bps === null) {
    const amount = formatAmount(earning.policy_amount_cents ?? earning.amount_cents, earning)
    return getMessage(earning, 'reason.rate.flat', { amount })
  }
  const percent = rateText(earning.language, policy_rate_bps)
  if (earning.policy_commission_base !== 'amount_without_tax')
    return getMessage(earning, 'reason.rate.sale', { percent })
  if (sale_cents === null || tax_cents === null || tax_cents === 0) {
    return getMessage(earning, 'reason.rate.withoutTax', { percent })
  }
  const base = commissionBaseCents('amount_without_tax', {
    amount_cents: sale_cents,
    tax_amount_cents: tax_cents,
  })
  return getMessage(earning, 'reason.rate.base', {
    percent,
    base: formatAmount(base, earning),
    sale: formatAmount(sale_cents, earning),
    tax: formatAmount(tax_cents, earning),
  })
}

function durationSentences(earning: EarningData): string[] {
  const { policy_duration, policy_duration_months } = earning
  switch (policy_duration) {
    case 'first_sale':
      return [getMessage(earning, 'reason.lasting.first_sale')]
    case 'months':
      return [getMessage(earning, 'reason.lasting.months', { months: policy_duration_months ?? 0 })]
    default:
      return []
  }
}

function reversalStep(earning: EarningData): OrderedStep | undefined {
  if (earning.reversed_cents === 0) return undefined
  const { times = 1, last_at: at = earning.rejected_at } = earning.reversed ?? {}
  const reason = reversalReason(earning)
  return {
    step: 'reversed',
    at,
    since: at ?? earning.created_at,
    text: getMessage(earning, 'reason.reversed', {
      amount:
        earning.reversed_cents === earning.amount_cents
          ? 'all'
          : formatAmount(earning.reversed_cents, earning),
      when: at === null ? 'never' : times === 1 ? 'once' : 'several',
      at: at === null ? '' : instant(at, earning),
      why: getMessage(earning, `reason.why.${reason}`, {
        refunded: formatAmount(earning.refunded_cents ?? 0, earning),
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

function dueStep(earning: EarningData): OrderedStep | undefined {
  const { hold_until } = earning
  const args = { at: instant(hold_until, earning) }
  switch (earningState(earning, earning.now)) {
    case 'on_hold': {
      const onHold = getMessage(
        earning,
        earning.kind === 'lead' ? 'reason.onHold.lead' : 'reason.onHold',
        args,
      )
      const then = getMessage(earning, isReviewed(earning) ? 'reason.thenReviewed' : 'reason.thenApproved')
      return { step: 'due', at: hold_until, since: hold_until, text: `${onHold} ${then}` }
    }
    case 'awaiting_review': {
      const key = isReviewed(earning) ? 'reason.awaitingReview' : 'reason.awaitingApproval'
      return { step: 'due', at: hold_until, since: hold_until, text: getMessage(earning, key, args) }
    }
    case 'approved': {
      const at = earning.approved_at ?? hold_until
      return {
        step: 'due',
        at,
        since: at,
        text: getMessage(earning, 'reason.approved', { at: instant(at, earning) }),
      }
    }
    case 'paid':
    case 'reversed':
      return undefined
  }
}

function payoutStep(payout: EarningPayout, earning: EarningData): OrderedStep {
  const { closed_at } = payout
  const isDeducted = payout.amount_cents < 0
  const args = { amount: formatAmount(Math.abs(payout.amount_cents), earning), id: String(payout.id) }
  if (closed_at === null) {
    const key = isDeducted ? 'reason.payout.open_deducted' : 'reason.payout.open'
    return { step: 'payout', at: null, since: payout.created_at, text: getMessage(earning, key, args) }
  }
  const key = isDeducted ? 'reason.payout.paid_deducted' : 'reason.payout.paid'
  const paid = { ...args, at: instant(closed_at, earning) }
  return { step: 'payout', at: closed_at, since: closed_at, text: getMessage(earning, key, paid) }
}

/** Whether the team has to approve the commission after its hold. */
function isReviewed({ rules, hold_reason }: EarningData): boolean {
  return rules.isReviewed || hold_reason !== null
}

/**
 * Describes the effect on the next payout: when the amount that isn't in a payout yet will be paid, and what is missing
 * until then.
 */
function nextPayout(earning: EarningData): Reason | undefined {
  const cents = restCents(earning)
  const step = { step: 'payout', at: null } as const
  if (earning.status !== 'pending' && cents < 0)
    return {
      ...step,
      text: getMessage(earning, 'reason.next.deducted', { amount: formatAmount(-cents, earning) }),
    }
  if (cents > 0) return { ...step, text: paymentSentences(earning, cents).join(' ') }
  const isUnpaid = earning.payouts.some(({ status, amount_cents }) => status === 'open' && amount_cents > 0)
  return isUnpaid && !earning.rules.hasDetails
    ? { ...step, text: getMessage(earning, 'reason.pays.details') }
    : undefined
}

function paymentSentences(earning: EarningData, cents: number): string[] {
  const { rules, currency, language, status } = earning
  const minimum = rules.minimums[currency]
  return [
    ...(status === 'pending'
      ? []
      : [getMessage(earning, 'reason.next.added', { amount: formatAmount(cents, earning) })]),
    rules.blocker === null ? payDayText(earning) : getMessage(earning, `reason.pays.${rules.blocker}`),
    ...(minimum === undefined
      ? []
      : [getMessage(earning, 'reason.pays.minimum', { minimum: amountText(language, minimum, currency) })]),
    ...(rules.hasDetails ? [] : [getMessage(earning, 'reason.pays.details')]),
  ]
}

function payDayText(earning: EarningData): string {
  const { rules, status, hold_until, timeZone, language } = earning
  const isApproved = status !== 'pending'
  if (rules.payDay === null || rules.nextPayDay === null)
    return getMessage(earning, isApproved ? 'reason.next.byHand' : 'reason.pays.byHand')
  const afterHold = payDayAfter(rules.payDay, reportDay(hold_until, timeZone))
  const isDated = !isApproved && !isReviewed(earning) && afterHold > rules.nextPayDay
  const day = dayText(language, `${isDated ? afterHold : rules.nextPayDay}T00:00:00Z`)
  if (isApproved) return getMessage(earning, 'reason.next.day', { day })
  return getMessage(earning, isReviewed(earning) ? 'reason.pays.next' : 'reason.pays.on', { day })
}

/** Returns the amount that isn't in any payout; negative if too much was paid. */
function restCents({ amount_cents, reversed_cents, payouts }: EarningData): number {
  return amount_cents - reversed_cents - payouts.reduce((sum, payout) => sum + payout.amount_cents, 0)
}
