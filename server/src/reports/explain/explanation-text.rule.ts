import { AMOUNT_ADJUSTED } from '../../core/enums.ts'
import { amountText, instantText, rateText } from '../../core/i18n/format.rule.ts'
import { isTeamMessage, type MessageArgs, teamMessage } from '../../core/i18n/message.rule.ts'
import type { Currency } from '../../core/money/currency.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { fieldMeaning, unknownFieldsText } from '../../tracking/requests/unknown-fields.rule.ts'
import {
  type Conclusion,
  type ConclusionFacts,
  type ConclusionStatus,
  type CouponDecisionFacts,
  type Explanation,
  FACTS,
  type Reason,
  TIMELINE_ITEM,
  type TimelineItem,
} from './explain.ts'
import { sanitizeExplanation } from './sanitize-explanation.rule.ts'

/** An explanation as returned by the API. */
export type PresentedExplanation = ReturnType<typeof presentExplanation>

/** Adds sentences to an explanation, with times in the program's time zone. */
export function presentExplanation(
  { conclusion: { reason, facts }, timeline, testEvents, isCut }: Explanation,
  { time_zone, sandbox }: { time_zone: string; sandbox: boolean },
) {
  const withText = (item: TimelineItem) => ({ ...item, text: timelineText(item, time_zone) })
  const text = conclusionText({ reason, facts }, time_zone)
  return {
    conclusion: { reason, status: STATUSES[reason] ?? 'none', facts, ...text },
    timeline: timeline.map(withText),
    testEvents: testEvents.map(withText),
    isCut,
    ...(sandbox ? { sandbox: true as const } : {}),
  }
}

const STATUSES: Partial<Record<Reason, ConclusionStatus>> = {
  paid: 'paid',
  refunded_after_payment: 'paid',
  in_payout: 'due',
  awaiting_payout: 'due',
  awaiting_partner: 'waiting',
  on_hold: 'waiting',
  awaiting_review: 'waiting',
  payment_announced: 'waiting',
  payment_only_refunded: 'waiting',
}

/** Returns a sentence with the outcome and its reason, and the remedy; null if nothing needs to be done. */
export function conclusionText({ reason, facts: unsafe }: Conclusion, timeZone: string) {
  const facts = sanitizeExplanation(unsafe)
  const { partner, partnerStatus, rejectedRequest, couponCode, paidCents = 0, commissionCents = 0 } = facts
  const codeField = rejectedRequest && fieldMeaning('coupon_code', rejectedRequest.message)
  const knownArgs = textArgs(
    {
      ...facts,
      restCents: Math.abs(commissionCents - paidCents),
      isPaidInPart: paidCents > 0 && paidCents < commissionCents,
      isInitialAmountPaid: paidCents === facts.initialCents,
      isUnapproved: partnerStatus !== undefined && partnerStatus !== 'approved',
      daysLate: daysLate(facts),
      customer: facts.customerKey === undefined ? facts.customerId : `\`${facts.customerKey}\``,
      otherProgramId: facts.otherProgram?.id,
      name: facts.query ?? facts.transactionId ?? facts.clickId ?? facts.customerKey,
      codeField,
      sentCode: couponCode === undefined ? '' : ` \`${couponCode}\``,
    },
    {
      timeZone,
      partner: partner?.name ?? 'The partner',
      otherPartner: facts.otherPartner?.name ?? 'another partner',
    },
  )
  const args = {
    ...knownArgs,
    rejected: rejectedRequest === undefined ? '' : teamMessage('detail.rejected', knownArgs),
    couponProblem: teamMessage('detail.coupon_problem', knownArgs),
    couponRemedy: teamMessage('detail.coupon_remedy', knownArgs),
  }
  const duplicateRefund =
    facts.hasDuplicateRefund === true ? ` ${teamMessage('detail.duplicate_refund', args)}` : ''
  const message = teamMessage(`conclusion.${reason}`, args) + duplicateRefund
  const key = `remedy.${reason}`
  const remedy = isTeamMessage(key) ? teamMessage(key, args) : null
  const decision = facts.couponDecision ?? couponAlternative({ reason, facts })
  if (decision === undefined) {
    const isCodeMeant = codeField !== undefined && CODE_CAN_DECIDE.has(reason)
    const couponField = isCodeMeant ? teamMessage('detail.coupon_field', args) : ''
    return { message, remedy: [remedy, couponField].filter(Boolean).join(' ') || null }
  }
  const coupon = couponText(decision, partner?.name ?? 'the partner')
  const similar = facts.similarCoupon === undefined ? '' : ` ${teamMessage('detail.similar_coupon', args)}`
  return {
    message: `${message} ${coupon}${similar}`,
    remedy:
      facts.couponDecision === undefined
        ? teamMessage('detail.coupon_alternative', {
            remedy: remedy ?? '',
            couponRemedy: decapitalize(args.couponRemedy),
            isPayment: String(reason === 'payment_not_attributed'),
          })
        : remedy,
  }
}

/** Returns the problem with a coupon code that would have attributed the sale if it had been valid. */
function couponAlternative({ reason, facts }: Conclusion): CouponDecisionFacts | undefined {
  const { couponProblem: outcome, couponCode: code } = facts
  if (outcome === undefined || !CODE_CAN_DECIDE.has(reason)) return undefined
  return code === undefined ? { outcome } : { outcome, code }
}

/** Reasons for sales that a valid coupon code would have attributed; the texts for other reasons mention the code. */
const CODE_CAN_DECIDE: ReadonlySet<Reason> = new Set<Reason>([
  'customer_key_spelled_differently',
  'known_in_another_program',
  'lead_already_settled',
  'no_click_recorded',
  'click_from_another_program',
  'click_without_signup',
  'later_click_won',
  'earlier_click_kept_customer',
  'unknown_link',
  'inactive_link',
  'bot_click',
  'partner_not_approved',
  'window_closed',
  'provisional_lead',
  'payment_not_attributed',
])

function decapitalize(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1)
}

/** Returns how many whole days after the end of its window a request arrived; -1 if it was in time. */
function daysLate({ windowEndedAt, rejectedRequest, receivedAt }: ConclusionFacts): number {
  const at = rejectedRequest?.lastAt ?? receivedAt
  if (windowEndedAt === undefined || at === undefined) return -1
  const lateMs = Date.parse(at) - Date.parse(windowEndedAt)
  return lateMs <= 0 ? -1 : Math.floor(lateMs / DAY_MS)
}

/** Describes a timeline item in a sentence. */
export function timelineText(unsafe: TimelineItem, timeZone: string): string {
  const item = sanitizeExplanation(unsafe)
  const { amountCents, baseCents = 0, taxCents = 0, rateBps, couponDecision, unknownFields = [] } = item
  const partner = item.partner?.name ?? 'no partner'
  // A click names the partner who lost the customer; other items name the winner.
  const winner = item.type === 'click' ? (item.otherPartner?.name ?? partner) : partner
  const notes = [
    couponDecision && couponText(couponDecision, winner),
    item.isClickUnused &&
      teamMessage('detail.unused_click', {
        partner,
        hasOther: String(item.otherPartner !== undefined),
        otherPartner: item.otherPartner?.name ?? '',
      }),
    unknownFieldsText(unknownFields),
  ]
  const args = textArgs(
    {
      ...item,
      because: item.because ?? (item.isAdjusted ? AMOUNT_ADJUSTED : undefined),
      // A payout that recovers a commission lists it with a negative amount.
      isDeduction: amountCents !== undefined && amountCents < 0,
      amountCents: amountCents && Math.abs(amountCents),
      grossCents: baseCents + taxCents,
      rate: rateBps === undefined ? undefined : rateText('en', rateBps),
      hasNewStatus: item.fromStatus !== item.toStatus,
      hasNewAmount: item.fromCents !== amountCents,
      notes: notes.map((note) => (note ? ` ${note}` : '')).join(''),
    },
    { timeZone, partner, otherPartner: item.otherPartner?.name ?? 'another partner' },
  )
  return teamMessage(`timeline.${item.type}`, args)
}

/**
 * Describes the effect of an order's or signup's coupon code in one or two sentences: which partner won and why, and
 * who lost.
 * @param winner the order's or signup's partner
 */
export function couponText(decision: CouponDecisionFacts, winner: string): string {
  const { code, outcome, partner, otherPartner, previousSource, previousWasValid, precedence } = decision
  const key = outcome === 'attributed' && otherPartner !== undefined ? 'coupon.won' : `coupon.${outcome}`
  return teamMessage(isTeamMessage(key) ? key : 'coupon.without_effect', {
    problem: teamMessage('detail.coupon_problem', { couponProblem: outcome }),
    code: code === undefined ? '' : ` \`${code}\``,
    owner: partner?.name ?? '',
    hasOwner: String(partner !== undefined),
    winner,
    loser: otherPartner?.name ?? partner?.name ?? 'the code’s partner',
    hasLoser: String(otherPartner !== undefined),
    previousSource: previousSource ?? 'click',
    previousWasValid: String(previousWasValid ?? true),
    precedence: precedence ?? 'unknown',
  })
}

const FACT_NAMES = [
  ...Object.keys({ ...FACTS.properties, ...TIMELINE_ITEM.properties }),
  // A rejected request's fields.
  ...['requestType', 'code', 'message', 'field', 'count', 'lastAt'],
]

/** Returns facts as texts for messages, with `has_<name>` for whether each is known. */
function textArgs(
  { rejectedRequest, ...facts }: ShownFacts,
  { timeZone, ...names }: { timeZone: string; partner: string; otherPartner?: string },
): MessageArgs {
  const { type: requestType, ...rejection } = rejectedRequest ?? {}
  const values: Readonly<Record<string, unknown>> = { ...facts, ...rejection, requestType }
  const knownArgs = [...FACT_NAMES, ...Object.keys(values)].flatMap((name) => {
    const value = values[name]
    const isKnown = value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)
    const valueText = isKnown
      ? conclusionValueText(name, value, { currency: facts.currency, timeZone })
      : 'an unknown value'
    return [[name, valueText] as const, [`has_${name}`, String(isKnown)] as const]
  })
  const args = { ...Object.fromEntries<string | number>(knownArgs), ...names }
  return { ...args, paymentProblem: teamMessage('detail.payment_problem', args) }
}

type ShownFacts = Readonly<Record<string, unknown>> & Pick<ConclusionFacts, 'rejectedRequest' | 'currency'>

/** Names of amounts end with `Cents`, names of instants with `At` or `Until`. */
function conclusionValueText(
  name: string,
  value: unknown,
  { currency, timeZone }: { currency: Currency | undefined; timeZone: string },
): string | number {
  if (name.endsWith('Cents'))
    return currency === undefined ? 'an unknown amount' : amountText('en', String(value), currency)
  if (/^at$|At$|Until$/.test(name)) return instantText('en', String(value), timeZone)
  if (typeof value === 'number') return value
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : String(value)
}
