import {
  AMOUNT_ADJUSTED,
  type HoldReason,
  type PayoutBlocker,
  type UnattributedReason,
} from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'
import { groupedAmount } from '../../core/money/decimal-amount.rule.ts'
import type { ExplainQuery, Facts, RejectedRequestItem, Standing, TimelineItem } from './explain.ts'

/** A conclusion in words: what came of it and why, and what would make it pay; null where it pays. */
type Words = [message: string, remedy: string | null]

export interface Conclusion {
  reason: Reason
  facts: Facts
}

/** What was found of a name, before it is put into words. */
export interface Explanation {
  asked: ExplainQuery
  timeline: TimelineItem[]
  /** Test events of the name, which count nowhere. */
  testEvents: TimelineItem[]
  /** More happened than is told: the oldest is left out. */
  isCut: boolean
  conclusion: Conclusion
}

/** @param timeZone of the program, in which times are told */
export function conclusionText({ reason, facts }: Conclusion, timeZone: string) {
  const [message, remedy] = WORDS[reason](told(facts, timeZone))
  return { message, remedy }
}

/** What a reason comes to for the partner. */
export function standingOf(reason: Reason): Standing {
  const [standing] = Object.entries(PAYS).find(([, reasons]) => reasons.includes(reason)) ?? ['nothing']
  return standing as Standing // safe because the keys of the record are standings
}

const PAYS: Partial<Record<Standing, readonly Reason[]>> = {
  paid: ['paid', 'refunded_after_payment'],
  due: ['in_payout', 'waits_for_payout'],
  waits: ['waits_for_partner', 'waits_for_hold', 'waits_for_review', 'payment_announced'],
}

/** The facts as words, so that each sentence reads as one. */
function told(facts: Facts, timeZone: string) {
  const at = (iso: string | undefined) =>
    iso === undefined ? 'an unknown time' : formatInstant(iso, timeZone)
  const money = (cents: number | undefined) =>
    cents === undefined || facts.currency === undefined
      ? 'an unknown amount'
      : formatAmount(cents, facts.currency)
  const { receivedAt, windowEndedAt, paidCents = 0, commissionCents = 0, madeCents } = facts
  return {
    ...facts,
    sale: `Sale ${facts.saleId} (${facts.transactionId})`,
    name: facts.partner?.name ?? 'The partner',
    other: facts.otherPartner?.name ?? 'another partner',
    what: facts.asked === undefined ? 'anybody with this e-mail' : `\`${facts.asked}\``,
    customer: customerText(facts),
    at,
    money,
    left: money(facts.commissionCents),
    rest: money(Math.abs(commissionCents - paidCents)),
    isPaidInPart: paidCents > 0 && paidCents < commissionCents,
    isPaidAsMade: paidCents === madeCents,
    made: money(facts.madeCents),
    amount: money(facts.amountCents),
    ended: endText(windowEndedAt, facts.rejectedRequest?.lastAt ?? receivedAt, timeZone),
    refused: facts.rejectedRequest === undefined ? '' : rejectedRequestText(facts.rejectedRequest, timeZone),
  }
}

type Told = ReturnType<typeof told>

function customerText({ customerKey, clickId, customerId }: Facts): string {
  if (customerKey !== undefined) return `the customer \`${customerKey}\``
  if (customerId !== undefined) return `customer ${customerId}`
  return clickId === undefined ? 'the customer' : `whoever came by the click \`${clickId}\``
}

const HOLDS: Record<HoldReason, string> = {
  payment_link_missing: 'no event links its invoice to a payment, so a refund of it would not be found',
  possible_duplicate: 'another sale names the same payment, so one of the two may be a duplicate',
}

function reviewText({ holdReason }: Facts): string {
  return holdReason === undefined
    ? 'It waits until somebody approves it: this program reviews its commissions.'
    : `It is on hold: ${HOLDS[holdReason]}.`
}

function days(count: number | undefined): string {
  return count === 1 ? '1 day' : `${count} days`
}

const DAY_MS = 24 * 60 * 60 * 1000

/** When a window ended, and how long before the call that is. */
function endText(endedAt: string | undefined, heldAt: string | undefined, timeZone: string): string {
  if (endedAt === undefined) return 'it had ended'
  const ended = `it ended on ${formatInstant(endedAt, timeZone)}`
  if (heldAt === undefined) return ended
  const ms = Date.parse(heldAt) - Date.parse(endedAt)
  if (ms <= 0) return ended
  const whole = Math.floor(ms / DAY_MS)
  return `${ended}, ${whole === 0 ? 'less than a day' : days(whole)} before`
}

function rejectedRequestText(
  { lastAt, count, code, message }: RejectedRequestItem,
  timeZone: string,
): string {
  const times = count === 1 ? '' : ` (${count} times, the last of them then)`
  return `on ${formatInstant(lastAt, timeZone)}${times} with \`${code}\`: ${message}`
}

/** An instant in a program's time zone, to the minute. */
export function formatInstant(iso: string, timeZone: string): string {
  const at = new Date(iso)
  const day = at.toLocaleDateString('en-GB', { timeZone, day: 'numeric', month: 'long', year: 'numeric' })
  const clock = at.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  return `${day} at ${clock} (${timeZone})`
}

export function formatAmount(cents: number, currency: Currency): string {
  return `${groupedAmount(cents, currency)} ${currency}`
}

const WAITS: Record<PayoutBlocker, { is: string; ends: string }> = {
  partner_pending: { is: 'is not approved yet', ends: 'approve the partner' },
  partner_rejected: { is: 'was rejected', ends: 'approve the partner' },
  partner_held: { is: 'has its payouts held', ends: 'release the partner' },
}

const LEAD_CAUSES: Record<NonNullable<Facts['leadReason']>, string> = {
  program_inactive: 'The program is not active.',
  no_click: 'No click was recorded under the click id of that call, or it had none.',
  window_expired: 'The attribution window of its click had ended.',
  click_partner_not_approved: 'The partner of its click is not approved.',
  customer_partner_not_approved: 'The partner of this customer is not approved.',
  closed_to_new_referrals: 'The program is closed to new referrals.',
}

const PAYMENTS: Record<UnattributedReason, { is: string; ends: string }> = {
  no_customer: {
    is: 'it matches no customer',
    ends: 'send the signup first, or attribute the payment by hand under Payments',
  },
  window_expired: {
    is: 'the attribution window of its customer had ended',
    ends: 'attribute the payment by hand under Payments, which does not ask for the window',
  },
  unsupported_currency: { is: 'its currency is not taken here', ends: 'charge in a currency that is taken' },
  partner_not_approved: {
    is: 'the partner of its customer is not approved',
    ends: 'approve the partner, then attribute the payment under Payments',
  },
  program_inactive: { is: 'the program was not active', ends: 'activate the program' },
  closed_to_new_referrals: {
    is: 'the program is closed to new referrals and the customer is new',
    ends: 'open the program to new referrals',
  },
}

/** Of what is paid in part: what is, and what is said of next. */
const inPart = (t: Told) =>
  t.isPaidInPart ? `${t.money(t.paidCents)} of it is paid; the other ${t.rest}` : undefined

const wait = ({ payoutBlocker }: Told) => WAITS[payoutBlocker ?? 'partner_held']
const payment = ({ paymentReason }: Told) => PAYMENTS[paymentReason ?? 'no_customer']

/** Every reason there is, with its sentences; `server/test/reports/explain` has an example of each. */
const WORDS = {
  paid: (t) => [
    `${t.sale} earned ${t.name} ${t.left}. It was paid${t.paidAt === undefined ? '' : ` on ${t.at(t.paidAt)}`}${t.payoutId === undefined ? '' : ` with payout ${t.payoutId}`}.`,
    null,
  ],
  refunded_after_payment: (t) => [
    t.isPaidAsMade
      ? `${t.sale} earned ${t.name} ${t.money(t.paidCents)}, which was paid; afterwards money went back to the customer, and ${t.left} of it is left. The difference is taken off the next payout.`
      : `${t.sale} earned ${t.name} ${t.made}, and ${t.money(t.paidCents)} of it is paid; money went back to the customer, and ${t.left} of it is left. The next payout takes ${t.rest} off.`,
    'Nothing more is owed: the partner has been paid more than is left.',
  ],
  in_payout: (t) => [
    `${t.sale} earns ${t.name} ${t.left}. ${inPart(t) ?? 'It'} is part of payout ${t.payoutId}, which is not marked as paid yet.`,
    null,
  ],
  waits_for_payout: (t) => [
    `${t.sale} earns ${t.name} ${t.left}. ${inPart(t) ?? 'It'} is approved, and the next payout takes it up.`,
    null,
  ],
  waits_for_partner: (t) => [
    `${t.sale} earns ${t.name} ${t.left}${t.isPaidInPart ? `. ${inPart(t)} is approved, and` : ', and it is approved; it'} is not paid out while the partner ${wait(t).is}${t.payoutHoldReason === undefined ? '' : ` (${t.payoutHoldReason})`}.`,
    `To pay ${t.isPaidInPart ? 'the rest' : 'it'}, ${wait(t).ends}: the next payout takes it up.`,
  ],
  waits_for_hold: (t) => [
    `${t.sale} earns ${t.name} ${t.left}. It is held until ${t.at(t.holdUntil)} in case of a refund, then approved and due with the next payout.`,
    null,
  ],
  waits_for_review: (t) => [
    `${t.sale} earns ${t.name} ${t.left}. ${reviewText(t)} Its hold ends on ${t.at(t.holdUntil)}.`,
    'Approve it under Commissions: the next payout takes it up.',
  ],
  refunded: (t) => [
    `${t.sale} earned ${t.name} ${t.made}, and nothing of it is left: ${t.money(t.refundedCents)} of ${t.amount} went back to the customer.`,
    'It would have paid had the sale not been refunded.',
  ],
  disputed: (t) => [
    `${t.sale} earned ${t.name} ${t.made}, and nothing of it is left: the customer disputes the payment.`,
    'It pays again if the dispute is won.',
  ],
  same_payment_twice: (t) => [
    `${t.sale} is the same payment as another sale, which pays; this one was taken back so that nothing is paid twice.`,
    'Nothing: the other sale of this payment pays.',
  ],
  commission_rejected: (t) => [
    `${t.sale} earned ${t.name} ${t.made}, and somebody rejected that commission${t.rejectedReason === undefined ? '' : `: ${t.rejectedReason}`}.`,
    'It would have paid had it been approved. A rejection stands.',
  ],
  commission_ended: (t) => [
    `${t.sale} was recorded without a commission: the policy pays for ${t.durationMonths} ${t.durationMonths === 1 ? 'month' : 'months'} from a customer's first sale, which was on ${t.at(t.firstSaleAt)}; commissions of ${t.customer} ended on ${t.at(t.durationEndedAt)}.`,
    `A sale until ${t.at(t.durationEndedAt)} would have paid. A policy that lasts longer pays for later sales; it changes nothing of this one.`,
  ],
  commission_first_sale_only: (t) => [
    `${t.sale} was recorded without a commission: the policy pays for a customer's first sale alone, which ${t.customer} made on ${t.at(t.firstSaleAt)}.`,
    'A policy that lasts longer pays for later sales; it changes nothing of this one.',
  ],
  no_policy_of_currency: (t) => [
    `${t.sale} was recorded without a commission: no commission policy speaks of ${t.currency}${t.currencies === undefined || t.currencies.length === 0 ? '' : `, only of ${t.currencies.join(', ')}`}.`,
    `A policy in percent, or a flat one in ${t.currency}, pays for later sales; it changes nothing of this one.`,
  ],
  commission_is_zero: (t) => [
    `${t.sale} has a commission of ${t.made}: the policy's share of ${t.amount}${t.taxCents === undefined ? '' : `, less ${t.money(t.taxCents)} tax,`} rounds to nothing.`,
    'A higher rate, or a larger amount, would have paid.',
  ],
  test_event: (t) => [
    `\`${t.asked ?? t.transactionId ?? t.clickId ?? t.customerKey}\` was sent as a test. Test events are recorded for you to look at; nothing is attributed to a partner and nothing is paid.`,
    'Send it with the live API key, without `livemode: false` and without `test_mode`: a test never blocks the real one.',
  ],
  call_malformed: (t) => [
    `The call was refused ${t.refused}`,
    `Send it again with ${t.rejectedRequest?.field == null ? 'a body that the API takes' : `a right \`${t.rejectedRequest.field}\``}. Nothing was recorded, so the same transaction_id may be sent.`,
  ],
  currency_not_taken: (t) => [
    `The sale was refused ${t.refused}`,
    'Send it again in a currency that is taken, with its code in upper case. Nothing is converted.',
  ],
  key_rejected: (t) => [
    `The call was refused ${t.refused}`,
    'Send it again with a live API key of this program that is not retired.',
  ],
  duplicate_transaction: (t) => [
    `The sale \`${t.transactionId}\` was recorded before${t.saleId === undefined ? '' : ` as sale ${t.saleId}`}; this call was refused ${t.refused}`,
    'Nothing: the first one counts. A sale of its own needs a transaction_id of its own.',
  ],
  request_rejected: (t) => [
    `The call was refused ${t.refused}`,
    'Do what the answer said, then send it again: nothing was recorded.',
  ],
  sent_again_it_counts: (t) => [
    `The sale was refused ${t.refused} Since then something has changed: sent now, it would be attributed to ${t.name}.`,
    'Send it again: nothing was recorded, so the same transaction_id may be sent.',
  ],
  nothing_to_attribute_by: (t) => [
    `The sale had neither a customer_key nor a click_id, so it could be nobody's. It was refused ${t.refused}`,
    'Send it again with the customer_key that the signup was sent with.',
  ],
  customer_never_signed_up: (t) => [
    `No signup with the customer key \`${t.customerKey}\` was ever recorded, so the sale is nobody's: a sale is attributed to a customer whose signup was sent first.`,
    `Send the signup with \`${t.customerKey}\` and the visitor's click id to the lead endpoint, then the sale again.`,
  ],
  customer_key_spelled_differently: (t) => [
    `No customer has the key \`${t.customerKey}\`, but one has \`${t.similar}\`. Keys are compared letter by letter: capitals and blanks count.`,
    `Send the sale with the customer key \`${t.similar}\`, exactly as the signup had it.`,
  ],
  lead_rejected: (t) => [
    `${t.customerKey === undefined ? 'A signup from this click' : `A lead with the key \`${t.customerKey}\``} was refused ${t.refused}${t.leadReason === undefined ? '' : ` ${LEAD_CAUSES[t.leadReason]}`} So the customer is not known, and a sale finds nobody.`,
    'Mend what the answer said, send the signup again, then the sale.',
  ],
  lead_already_settled: (t) => [
    `The signup was refused ${t.refused} The customer is known under the name of the first signup.`,
    'Send the sale with the customer key of the first signup.',
  ],
  no_click_recorded: (t) => [
    `No click of this visitor was recorded: there is none with the id \`${t.clickId}\`.`,
    'The visitor must come by a partner link to a page that has the tracker, and the click id must be sent as the cookie has it.',
  ],
  click_of_another_program: (t) => [
    `The click \`${t.clickId}\` is of another program${t.otherProgram === undefined ? '' : `, ${t.otherProgram.name} (${t.otherProgram.id})`}: it brings nobody here.`,
    "Send signup and sale with the API key of the click's own program.",
  ],
  click_without_signup: (t) => [
    `A click on the link of ${t.name} was recorded on ${t.at(t.clickedAt)}, but no signup was ever sent for it.`,
    t.leadReason === 'window_expired'
      ? `It would have paid had the signup been sent first: one with this click id counted until ${t.at(t.windowEndedAt)}.`
      : `A signup with this click id counts until ${t.at(t.windowEndedAt)}; the sales of that customer then do.`,
  ],
  later_click_won: (t) => [
    `The click of ${t.at(t.clickedAt)} on the link of ${t.name} did not count: another click came later, on ${t.at(t.otherClickedAt)}, and the last click before the signup wins. The customer belongs to ${t.other}.`,
    'It would have paid had the visitor signed up before following another link.',
  ],
  earlier_click_kept_customer: (t) => [
    `The click of ${t.at(t.clickedAt)} on the link of ${t.name} did not count: this visitor had come before, on ${t.at(t.otherClickedAt)}, and signed up from that click. A customer keeps the partner of the first signup, ${t.other}.`,
    'It would have paid had the visitor not signed up from the earlier click.',
  ],
  unknown_link: (t) => [
    `The visit was not counted: no partner link has the code${t.linkCode === undefined ? '' : ` \`${t.linkCode}\``}. The call was answered ${t.refused}`,
    'Give out links with a code that is there, and send no program_id of another program.',
  ],
  link_inactive: (t) => [
    `The partner link${t.linkCode === undefined ? '' : ` \`${t.linkCode}\``} is switched off: visits on it are not counted.`,
    'Switch the link on under Partners: visits count from then on.',
  ],
  click_of_bot: (t) => [
    `The visit was taken for a bot's and not counted ${t.refused}`,
    'A visit with a browser counts.',
  ],
  partner_not_approved: (t) => [
    `${t.partner === undefined ? 'The partner' : `${t.name}, the partner,`} was not approved in this program at that time${t.partnerStatus === undefined || t.partnerStatus === 'approved' ? '' : `, and is ${t.partnerStatus} now`}: nothing of such a partner is recorded.`,
    'Approve the partner, then send it again: nothing was recorded.',
  ],
  window_closed: closedText,
  program_not_active: (t) => [
    `The program is ${t.programStatus ?? 'not active'}: nothing new is recorded.`,
    'Activate the program, then send it again.',
  ],
  program_closed: () => [
    'The program is closed to new referrals: new visits and signups are not taken; whoever signed up before still counts.',
    'Open the program to new referrals in its settings: visits and signups count from then on.',
  ],
  no_sale_yet: (t) => [
    `${capital(t.customer)} is known and belongs to ${t.name}, but no sale was ever received.`,
    `A first sale until ${t.at(t.windowEndedAt)} is attributed to ${t.name}.`,
  ],
  lead_is_provisional: (t) => [
    `A browser reported the signup, and your server has not confirmed it: the customer key is not known yet, so a sale by customer key finds nobody.`,
    `Send the signup with the API key and this click id; a sale by its click id counts until ${t.at(t.windowEndedAt)}.`,
  ],
  payment_announced: (t) => [
    `The payment processor announced the payment \`${t.transactionId}\` on ${t.at(t.receivedAt)}; that it was paid has not been told yet.`,
    'It is decided when the processor tells that it was paid.',
  ],
  payment_not_attributed: (t) => [
    `The payment processor told of the payment \`${t.transactionId}\` on ${t.at(t.receivedAt)}, and it was attributed to nobody: ${payment(t).is}.`,
    `To pay for it, ${payment(t).ends}.`,
  ],
  payment_dismissed: (t) => [
    `The payment processor told of the payment \`${t.transactionId}\` on ${t.at(t.receivedAt)}, and somebody set it aside as no partner's.`,
    'Report the sale with its customer key: it takes the payment over.',
  ],
  spelled_differently: (t) => [
    `Nothing of \`${t.asked}\` was ever received, but something of \`${t.similar}\` was. Names are compared letter by letter: capitals and blanks count.`,
    `Ask for \`${t.similar}\`.`,
  ],
  known_in_another_program: (t) => [
    `This program knows nothing of \`${t.asked ?? t.customerKey ?? t.transactionId}\`, but the program ${t.otherProgram?.name} (${t.otherProgram?.id}) of this workspace does.`,
    'Send signup and sale with the API keys of one and the same program, or ask in the other one.',
  ],
  nothing_received: (t) => [
    `Nothing of ${t.what} was ever received by this program.`,
    'Check that it was sent to this program and this installation, with the live API key, and that the name is the same letter by letter.',
  ],
} satisfies Record<string, (told: Told) => Words>

export type Reason = keyof typeof WORDS
export const REASONS = Object.keys(WORDS) as Reason[] // safe because these are its keys

/** The window that was over when the sale came, whatever it is now, or that has ended since it was rejected for something else. */
function closedText(t: Told): Words {
  const click = `from the click${t.clickedAt === undefined ? '' : ` of ${t.at(t.clickedAt)}`}`
  const window = `attribution window of ${t.windowDays === undefined ? 'the program' : days(t.windowDays)} ${click}`
  const now = t.windowDaysNow === undefined ? undefined : days(t.windowDaysNow)
  const isApproved = t.partnerStatus === undefined || t.partnerStatus === 'approved'
  const longer = isApproved
    ? `A longer window${now === undefined ? '' : ' than that of now'} lets the same sale be sent again: nothing was recorded.`
    : 'A window that is long enough, and a partner who is approved, let the same sale be sent again: nothing was recorded.'
  if (t.isClosedSince === true) {
    const late = `Sent again now, it comes too late: the ${window} ended on ${t.at(t.windowEndedAt)}.`
    return [`The sale was refused ${t.refused} ${late}`, longer]
  }
  return [
    `The ${window} was over: ${t.ended}.${now === undefined ? '' : ` It has been changed since, to ${now}.`}`,
    `A first sale until ${t.at(t.windowEndedAt)} would have paid. ${longer}`,
  ]
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** One thing that happened, in a sentence. */
export function timelineText(item: TimelineItem, timeZone: string): string {
  return STORY[item.type](item, timeZone)
}

const money = ({ amountCents, currency }: TimelineItem) =>
  amountCents === undefined || currency === undefined ? '' : formatAmount(amountCents, currency)
/** What a payout takes back of a commission stands in it as a sum below zero. */
const taxLeftOut = ({ baseCents, taxCents, currency }: TimelineItem) =>
  baseCents === undefined || taxCents === undefined || currency === undefined
    ? ''
    : ` on ${formatAmount(baseCents, currency)} (${formatAmount(baseCents + taxCents, currency)} less ${formatAmount(taxCents, currency)} tax)`

const reversed = ({ amountCents = 0, ...item }: TimelineItem) =>
  amountCents < 0 ? money({ ...item, amountCents: -amountCents }) : undefined
const partner = (item: TimelineItem) => item.partner?.name ?? 'no partner'
const since = ({ because, isAdjusted }: TimelineItem) => {
  const why = because ?? (isAdjusted ? AMOUNT_ADJUSTED : undefined)
  return why === undefined ? '' : ` (${why})`
}

const STORY: Record<TimelineItem['type'], (item: TimelineItem, timeZone: string) => string> = {
  click: (item) => {
    const link = item.linkCode === undefined ? 'a link' : `the link \`${item.linkCode}\``
    if (item.isTest) return 'Test click.'
    return `Click on ${link} of ${partner(item)}.${item.isOtherClick ? ' It brought nobody.' : ''}`
  },
  lead: (item) => {
    if (item.isTest) return 'Test signup.'
    const who = item.customerKey === undefined ? '' : ` of \`${item.customerKey}\``
    const by = item.leadSource === 'server' ? 'your server' : 'a browser'
    return `Signup${who} reported by ${by}${item.leadState === 'provisional' ? '; it is provisional' : ''}. The customer belongs to ${partner(item)}.`
  },
  lead_settled: (item) => `Signup confirmed. The customer belongs to ${partner(item)}.`,
  claim_accepted: (item) =>
    `Claim ${item.claimId} of ${partner(item)} was accepted: it grants the sale and its commission.`,
  attributed: (item, timeZone) => {
    const who = item.customerKey === undefined ? 'Customer' : `Customer \`${item.customerKey}\``
    const why = item.because === undefined ? '' : `: ${item.because}`
    return `${who} attributed to ${partner(item)} by ${item.attributedBy ?? 'the program'} on ${formatInstant(item.at, timeZone)}${why}.`
  },
  sale: (item) =>
    `${item.isTest ? 'Test sale' : 'Sale'} ${item.transactionId}${item.amountCents === undefined ? '' : ` of ${money(item)}${item.isAdjusted ? ', as the payment told later,' : ''}`} recorded${item.partner === undefined ? '' : ` for ${partner(item)}`}.`,
  rejected_request: ({ rejectedRequest, transactionId }) =>
    rejectedRequest === undefined
      ? 'A call was refused.'
      : `${capital(rejectedRequest.type)} call${transactionId === undefined ? '' : ` of \`${transactionId}\``} refused${rejectedRequest.count > 1 ? ` ${rejectedRequest.count} times` : ''} (\`${rejectedRequest.code}\`): ${rejectedRequest.message}`,
  refund: (item) => `Refund of ${money(item)}${since(item)}.`,
  failed_refund: (item) => `A refund of ${money(item)} failed${since(item)}.`,
  dispute: (item) => `The customer disputes ${money(item)}${since(item)}.`,
  dispute_won: (item) => `The dispute of ${money(item)} was won.`,
  commission: (item, timeZone) =>
    `Commission of ${money(item)} for ${partner(item)}${taxLeftOut(item)}, held until ${item.holdUntil === undefined ? 'its end' : formatInstant(item.holdUntil, timeZone)}.`,
  commission_change: (item) => {
    const status = item.fromStatus === item.toStatus ? '' : ` is now ${item.toStatus}`
    const isSame = item.fromCents === item.amountCents
    if (isSame && status === '') return `The commission stays ${money(item)}${since(item)}.`
    const amount = isSame ? '' : `${status === '' ? '' : ','} is now ${money(item)}`
    return `The commission${status}${amount}${since(item)}.`
  },
  payout_made: (item) => {
    const back = reversed(item)
    return `Payout ${item.payoutId} took ${back === undefined ? `up ${money(item)} of it` : `${back} of it back`}.`
  },
  payout_paid: (item) => {
    const back = reversed(item)
    return `Payout ${item.payoutId} was paid, ${back === undefined ? `with ${money(item)} of it` : `less ${back} of it`}.`
  },
  payout_cancelled: (item) => {
    const back = reversed(item)
    return `Payout ${item.payoutId} was cancelled; ${back === undefined ? `${money(item)} is due again` : `${back} is to be taken back again`}.`
  },
  payment: (item) => {
    const because = item.paymentReason === undefined ? '' : `: ${PAYMENTS[item.paymentReason].is}`
    return item.paymentState === 'unattributed'
      ? `The payment processor told of the payment, which was attributed to nobody${because}.`
      : `The payment processor told of the payment (${item.paymentState}).`
  },
}
