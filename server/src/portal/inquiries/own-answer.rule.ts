import type { Facts } from '../../reports/explain/explain.ts'
import {
  type Conclusion,
  formatAmount,
  formatInstant,
  type Reason,
} from '../../reports/explain/explanation-text.rule.ts'
import { OWN_REASONS, type OwnAnswer, type OwnReason } from './claim.ts'

/** The result of an inquiry about an order. */
export interface SaidAnswer {
  answer: OwnAnswer
  /** Null if nothing may be said about the order. */
  reason: OwnReason | null
  text: string
}

/** The same for all orders that aren't the partner's, existing or not. */
export const NOT_YOURS: SaidAnswer = {
  answer: 'not_yours_or_unknown',
  reason: null,
  text: 'Nothing of yours is known under this order. Check that the number is the one of the shop, letter by letter.',
}

/**
 * Returns the result of an inquiry about an order.
 * @param conclusion restricted to the partner
 * @param timeZone the program's, for timestamps
 */
export function ownAnswer({ reason, facts }: Conclusion, timeZone: string): SaidAnswer {
  if (!isOwnReason(reason)) return NOT_YOURS
  return { answer: ANSWERS[reason], reason, text: SAID[reason](told(facts, timeZone)) }
}

function isOwnReason(reason: Reason): reason is OwnReason {
  return OWN_REASONS.some((one) => one === reason)
}

const ANSWERS: Record<OwnReason, OwnAnswer> = {
  paid: 'paid',
  in_payout: 'on_its_way',
  waits_for_payout: 'on_its_way',
  waits_for_partner: 'on_its_way',
  waits_for_hold: 'on_hold',
  waits_for_review: 'on_hold',
  refunded_after_payment: 'reversed',
  refunded: 'reversed',
  disputed: 'reversed',
  same_payment_twice: 'reversed',
  commission_rejected: 'reversed',
  commission_ended: 'not_paid',
  commission_first_sale_only: 'not_paid',
  no_policy_of_currency: 'not_paid',
  commission_is_zero: 'not_paid',
  window_closed: 'not_paid',
  click_without_signup: 'not_paid',
  link_inactive: 'not_paid',
}

/** A claim only makes sense for an order that is unpaid or unknown. */
export function mayClaim(answer: OwnAnswer): boolean {
  return !PAID_FOR.has(answer)
}

const PAID_FOR: ReadonlySet<OwnAnswer> = new Set<OwnAnswer>(['paid', 'on_its_way', 'on_hold', 'reversed'])

interface Told {
  facts: Facts
  at: (iso: string | undefined) => string
  left: string
  made: string
  paid: string
  /** Still to be paid, or to be deducted. */
  rest: string
  isPaidInPart: boolean
  /** Everything earned is paid, and nothing was deducted yet. */
  isPaidAsMade: boolean
}

function told(facts: Facts, timeZone: string): Told {
  const { currency, commissionCents = 0, madeCents, paidCents = 0 } = facts
  const money = (cents: number | undefined) =>
    cents === undefined || currency === undefined ? 'something' : formatAmount(cents, currency)
  return {
    facts,
    at: (iso) => (iso === undefined ? 'a day before' : formatInstant(iso, timeZone)),
    left: money(facts.commissionCents),
    made: money(madeCents),
    paid: money(paidCents),
    rest: money(Math.abs(commissionCents - paidCents)),
    isPaidInPart: paidCents > 0 && paidCents < commissionCents,
    isPaidAsMade: paidCents === madeCents,
  }
}

const count = (many: number | undefined, one: string) => `${many} ${many === 1 ? one : `${one}s`}`

const inPart = (t: Told) => (t.isPaidInPart ? `${t.paid} of it is paid; the other ${t.rest}` : undefined)

const SAID: Record<OwnReason, (t: Told) => string> = {
  paid: (t) =>
    `You earned ${t.left} with this order. It was paid${t.facts.paidAt === undefined ? '' : ` on ${t.at(t.facts.paidAt)}`}.`,
  in_payout: (t) =>
    `You earned ${t.left} with this order. ${inPart(t) ?? 'It'} is in a payout that is on its way.`,
  waits_for_payout: (t) =>
    `You earned ${t.left} with this order. ${inPart(t) ?? 'It'} is approved, and the next payout takes it.`,
  waits_for_partner: (t) =>
    `You earned ${t.left} with this order. ${t.isPaidInPart ? `${inPart(t)} is approved, and` : 'It is approved;'} payouts to you wait until the program releases them.`,
  waits_for_hold: (t) =>
    `You earned ${t.left} with this order. It is on hold until ${t.at(t.facts.holdUntil)}, as the sale may still be refunded.`,
  waits_for_review: (t) => `You earned ${t.left} with this order. It waits for the program to approve it.`,
  refunded_after_payment: (t) =>
    t.isPaidAsMade
      ? `You were paid for this order, and afterwards money went back to the customer: ${t.left} of ${t.made} is left, and the next payout takes the difference off.`
      : `You are paid ${t.paid} for this order, and money went back to the customer: ${t.left} of ${t.made} is left, and the next payout takes ${t.rest} off.`,
  refunded: (t) => `This order earned you ${t.made}, and all of it was taken back: the sale was refunded.`,
  disputed: (t) =>
    `This order earned you ${t.made}, and all of it was taken back: the customer disputes the payment. It counts again if the dispute is won.`,
  same_payment_twice: () =>
    'What this order earned was taken back: its payment was reported under another order as well, and counts once.',
  commission_rejected: (t) => `This order earned you ${t.made}, and the program rejected it.`,
  commission_ended: (t) =>
    `This order is of a customer of yours, and earns nothing: the program pays for ${count(t.facts.durationMonths, 'month')} from a customer’s first sale${t.facts.firstSaleAt === undefined ? '' : `, which was on ${t.at(t.facts.firstSaleAt)}`}.`,
  commission_first_sale_only: (t) =>
    `This order is of a customer of yours, and earns nothing: the program pays for a customer’s first sale alone${t.facts.firstSaleAt === undefined ? '' : `, which was on ${t.at(t.facts.firstSaleAt)}`}.`,
  no_policy_of_currency: (t) =>
    `This order is of a customer of yours, and earns nothing: the program pays nothing for sales in ${t.facts.currency ?? 'this currency'}.`,
  commission_is_zero: () => 'This order is of a customer of yours; your share of it comes to nothing.',
  window_closed: closedWindow,
  click_without_signup: (t) =>
    `Whoever ordered came by your link on ${t.at(t.facts.clickedAt)}. The shop reported no signup after it, so the order was counted for nobody.`,
  link_inactive: (t) =>
    `Whoever ordered came by your link on ${t.at(t.facts.clickedAt)}. The shop reported no signup after it, and the link is switched off.`,
}

/** For an order after the window, or one whose window has ended since. */
function closedWindow({ facts, at }: Told): string {
  const { clickedAt, windowDays, windowDaysNow, isClosedSince } = facts
  const came = `This order is of a customer who came by your link on ${at(clickedAt)}`
  const within = `within ${count(windowDays, 'day')} of the click`
  if (isClosedSince === true)
    return `${came}. It could not be counted when it came, and now it is too late: the program counts a first sale ${within}.`
  if (windowDaysNow === undefined)
    return `${came}, and it came too late: the program counts a first sale ${within}.`
  return windowDays === undefined
    ? `${came}, and it came too late: the time within which the program counts a first sale was shorter then.`
    : `${came}, and it came too late: the program counted a first sale ${within} at that time.`
}
