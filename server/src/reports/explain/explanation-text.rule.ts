import { AMOUNT_ADJUSTED, type HoldReason, type UnattributedReason } from '../../core/enums.ts'
import { amountText, instantText } from '../../core/i18n/format.rule.ts'
import { unknownFieldsText } from '../../tracking/requests/unknown-fields.rule.ts'
import { couponProblemText, couponSentence } from './coupon-sentence.rule.ts'
import type {
  ConclusionStatus,
  ExplainQuery,
  Facts,
  RejectedRequestItem,
  SaleBlocker,
  TimelineItem,
} from './explain.ts'

/** A sentence with the outcome and its reason, and the remedy; null if nothing needs to be done. */
type ConclusionText = [message: string, remedy: string | null]

export interface Conclusion {
  reason: Reason
  facts: Facts
}

/** An explanation before its sentences are added. */
export interface Explanation {
  query: ExplainQuery
  timeline: TimelineItem[]
  /** Test events, which never count. */
  testEvents: TimelineItem[]
  /** The oldest items are omitted. */
  isCut: boolean
  conclusion: Conclusion
}

/** @param timeZone the program's, for timestamps */
export function conclusionText({ reason, facts }: Conclusion, timeZone: string) {
  const [message, remedy] = REASON_TEXT[reason](textValues(facts, timeZone))
  const { couponDecision, couponProblem, partner: winner } = facts
  if (couponDecision !== undefined) {
    const sentence = couponSentence(couponDecision, winner?.name ?? 'the partner')
    return { message: `${message} ${sentence}${similarText(facts)}`, remedy }
  }
  if (couponProblem === undefined || !CODE_CAN_DECIDE.has(reason)) return { message, remedy }
  const problem = `${capitalize(codeText(facts))} ${couponProblemText(couponProblem)}.${similarText(facts)}`
  return {
    message: `${message} ${problem}`,
    remedy: `${remedy} To attribute it by its code instead: ${decapitalize(couponRemedy(facts))}, then send the sale again.`,
  }
}

const codeText = ({ couponCode }: Facts) =>
  couponCode === undefined ? 'the coupon code' : `the coupon code \`${couponCode}\``

const similarText = ({ similarCoupon }: Facts) =>
  similarCoupon === undefined ? '' : ` A similar code is \`${similarCoupon}\`.`

export function conclusionStatus(reason: Reason): ConclusionStatus {
  const [status] = Object.entries(STATUS_REASONS).find(([, reasons]) => reasons.includes(reason)) ?? ['none']
  return status as ConclusionStatus // safe because these are its keys
}

const STATUS_REASONS: Partial<Record<ConclusionStatus, readonly Reason[]>> = {
  paid: ['paid', 'refunded_after_payment'],
  due: ['in_payout', 'awaiting_payout'],
  waiting: ['awaiting_partner', 'on_hold', 'awaiting_review', 'payment_announced'],
}

/** Formats the facts for use in sentences. */
function textValues(facts: Facts, timeZone: string) {
  const at = (iso: string | undefined) =>
    iso === undefined ? 'an unknown date' : instantText('en', iso, timeZone)
  const money = (cents: number | undefined) =>
    cents === undefined || facts.currency === undefined
      ? 'an unknown amount'
      : amountText('en', cents, facts.currency)
  const { receivedAt, windowEndedAt, paidCents = 0, commissionCents = 0, initialCents } = facts
  return {
    ...facts,
    sale: `Sale ${facts.saleId} (${facts.transactionId})`,
    name: facts.partner?.name ?? 'The partner',
    other: facts.otherPartner?.name ?? 'another partner',
    what: facts.query === undefined ? 'this email' : `\`${facts.query}\``,
    customer: customerText(facts),
    at,
    money,
    left: money(facts.commissionCents),
    rest: money(Math.abs(commissionCents - paidCents)),
    isPaidInPart: paidCents > 0 && paidCents < commissionCents,
    isPaidAsMade: paidCents === initialCents,
    made: money(facts.initialCents),
    amount: money(facts.amountCents),
    ended: endText(windowEndedAt, facts.rejectedRequest?.lastAt ?? receivedAt, timeZone),
    rejected: facts.rejectedRequest === undefined ? '' : rejectedRequestText(facts.rejectedRequest, timeZone),
  }
}

type TextValues = ReturnType<typeof textValues>

function customerText({ customerKey, clickId, customerId }: Facts): string {
  if (customerKey !== undefined) return `customer \`${customerKey}\``
  if (customerId !== undefined) return `customer ${customerId}`
  return clickId === undefined ? 'the customer' : `the customer of click \`${clickId}\``
}

const HOLDS: Record<HoldReason, string> = {
  payment_link_missing: 'its invoice is not linked to a payment, so refunds cannot be matched',
  possible_duplicate: 'it may be a duplicate: another sale has the same payment',
}

function reviewText({ holdReason }: Facts): string {
  return holdReason === undefined
    ? 'It is waiting for approval because this program reviews commissions.'
    : `It is on hold: ${HOLDS[holdReason]}.`
}

function days(count: number | undefined): string {
  return count === 1 ? '1 day' : `${count} days`
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Describes when a window ended, and how long before the request. */
function endText(endedAt: string | undefined, heldAt: string | undefined, timeZone: string): string {
  if (endedAt === undefined) return 'it had ended'
  const ended = `it ended on ${instantText('en', endedAt, timeZone)}`
  if (heldAt === undefined) return ended
  const ms = Date.parse(heldAt) - Date.parse(endedAt)
  if (ms <= 0) return ended
  const whole = Math.floor(ms / DAY_MS)
  return `${ended}, ${whole === 0 ? 'less than a day' : days(whole)} earlier`
}

function rejectedRequestText(
  { lastAt, count, code, message }: RejectedRequestItem,
  timeZone: string,
): string {
  const times = count === 1 ? '' : ` (last of ${count} times)`
  return `on ${instantText('en', lastAt, timeZone)}${times} with \`${code}\`: ${message}`
}

const BLOCKER_TEXTS: Record<SaleBlocker, { is: string; ends: string }> = {
  partner_pending: { is: 'is not approved yet', ends: 'approve the partner' },
  partner_rejected: { is: 'was rejected', ends: 'approve the partner' },
  partner_held: { is: 'has payouts on hold', ends: 'release their payouts' },
  details_missing: { is: 'has no payout details', ends: 'ask the partner to add payout details' },
}

const LEAD_REASON_TEXTS: Record<NonNullable<Facts['leadReason']>, string> = {
  program_inactive: 'The program is not active.',
  no_click: 'The request had no click ID, or no click with this ID was recorded.',
  window_expired: 'The attribution window of its click had ended.',
  click_partner_not_approved: 'The partner of its click is not approved.',
  customer_partner_not_approved: 'The partner of this customer is not approved.',
  closed_to_new_referrals: 'The program is closed to new referrals.',
}

const PAYMENTS: Record<UnattributedReason, { is: string; ends: string }> = {
  no_customer: {
    is: 'it matches no customer',
    ends: 'send the signup first, or attribute the payment manually under Payments',
  },
  window_expired: {
    is: 'the attribution window of its customer had ended',
    ends: 'attribute the payment manually under Payments, which ignores the window',
  },
  unsupported_currency: { is: 'its currency is not supported', ends: 'charge in a supported currency' },
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

/** Describes the paid part and the remainder of a partly paid commission; undefined for others. */
const partialText = (t: TextValues) =>
  t.isPaidInPart ? `${t.money(t.paidCents)} is paid; the other ${t.rest}` : undefined

const blocker = ({ payoutBlocker }: TextValues) => BLOCKER_TEXTS[payoutBlocker ?? 'partner_held']
const payment = ({ paymentReason }: TextValues) => PAYMENTS[paymentReason ?? 'no_customer']

/** The sentences of every reason; `server/test/reports/explain` has an example of each. */
const REASON_TEXT = {
  paid: (t) => [
    `${t.sale} earned ${t.name} ${t.left}. It was paid${t.paidAt === undefined ? '' : ` on ${t.at(t.paidAt)}`}${t.payoutId === undefined ? '' : ` in payout ${t.payoutId}`}.`,
    null,
  ],
  refunded_after_payment: (t) => [
    t.isPaidAsMade
      ? `${t.sale} earned ${t.name} ${t.money(t.paidCents)}, which was paid. The customer was then refunded, which leaves ${t.left}. The difference is deducted from the next payout.`
      : `${t.sale} earned ${t.name} ${t.made}, of which ${t.money(t.paidCents)} was paid. The customer was refunded, which leaves ${t.left}. The next payout deducts ${t.rest}.`,
    'Nothing is due: the partner has already been paid more than this.',
  ],
  in_payout: (t) => [
    `${t.sale} earns ${t.name} ${t.left}. ${partialText(t) ?? 'It'} is in payout ${t.payoutId}, which is not marked as paid yet.`,
    null,
  ],
  awaiting_payout: (t) => [
    `${t.sale} earns ${t.name} ${t.left}. ${partialText(t) ?? 'It'} is approved and due with the next payout.`,
    null,
  ],
  awaiting_partner: (t) => [
    `${t.sale} earns ${t.name} ${t.left}. ${partialText(t) ?? 'It'} is approved, but not paid out while the partner ${blocker(t).is}${t.payoutHoldReason === undefined ? '' : ` (${t.payoutHoldReason})`}.`,
    `To pay ${t.isPaidInPart ? 'the rest' : 'it'}, ${blocker(t).ends}. It is then due with the next payout.`,
  ],
  on_hold: (t) => [
    `${t.sale} earns ${t.name} ${t.left}. It is on hold until ${t.at(t.holdUntil)} in case of a refund, then due with the next payout.`,
    null,
  ],
  awaiting_review: (t) => [
    `${t.sale} earns ${t.name} ${t.left}. ${reviewText(t)} Its hold ends on ${t.at(t.holdUntil)}.`,
    'Approve it under Commissions. It will then be included in the next payout.',
  ],
  refunded: (t) => [
    `${t.sale} earned ${t.name} ${t.made}, which was reversed: ${t.money(t.refundedCents)} of ${t.amount} was refunded to the customer.`,
    'Only a sale that is not refunded earns a commission.',
  ],
  disputed: (t) => [
    `${t.sale} earned ${t.name} ${t.made}, which was reversed: the customer disputed the payment.`,
    'It counts again if the dispute is won.',
  ],
  duplicate_payment: (t) => [
    `${t.sale} has the same payment as another sale. Its commission was reversed so that nothing is paid twice.`,
    'No action needed: the other sale earns the commission.',
  ],
  commission_rejected: (t) => [
    `${t.sale} earned ${t.name} ${t.made}, but the commission was rejected${t.rejectedReason === undefined ? '' : `: ${t.rejectedReason}`}.`,
    'A rejection cannot be undone.',
  ],
  commission_ended: (t) => [
    `${t.sale} was recorded without a commission: the policy pays for ${t.durationMonths} ${t.durationMonths === 1 ? 'month' : 'months'} from a customer's first sale. For ${t.customer}, this was ${t.at(t.firstSaleAt)} to ${t.at(t.durationEndedAt)}.`,
    `A sale until ${t.at(t.durationEndedAt)} would have earned a commission. A policy with a longer duration applies to future sales only.`,
  ],
  commission_first_sale_only: (t) => [
    `${t.sale} was recorded without a commission: the policy pays only for a customer's first sale. For ${t.customer}, this was on ${t.at(t.firstSaleAt)}.`,
    'A policy with a longer duration applies to future sales only.',
  ],
  no_policy_for_currency: (t) => [
    `${t.sale} was recorded without a commission: no commission policy covers ${t.currency}${t.currencies === undefined || t.currencies.length === 0 ? '' : `, only ${t.currencies.join(', ')}`}.`,
    `A percentage policy, or a flat one in ${t.currency}, applies to future sales only.`,
  ],
  zero_commission: (t) => [
    `${t.sale} has a commission of ${t.made}: the policy's share of ${t.amount}${t.taxCents === undefined ? '' : `, less ${t.money(t.taxCents)} tax,`} rounds to zero.`,
    'A higher rate or amount would have earned a commission.',
  ],
  test_event: (t) => [
    `\`${t.query ?? t.transactionId ?? t.clickId ?? t.customerKey}\` was sent as a test. Test events are stored for inspection but never attributed or paid.`,
    'Send it with the live API key, without `livemode: false` or `test_mode`. A test event never blocks the real one.',
  ],
  malformed_request: (t) => [
    `The request was rejected ${t.rejected}`,
    `Send it again with ${t.rejectedRequest?.field == null ? 'a valid body' : `a valid \`${t.rejectedRequest.field}\``}. Nothing was recorded, so you can use the same transaction_id.`,
  ],
  unsupported_currency: (t) => [
    `The sale was rejected ${t.rejected}`,
    'Send it again in a supported currency, with its code in upper case. Amounts are not converted.',
  ],
  key_rejected: (t) => [
    `The request was rejected ${t.rejected}`,
    'Send it again with an active live API key of this program.',
  ],
  duplicate_transaction: (t) => [
    `The sale \`${t.transactionId}\` was already recorded${t.saleId === undefined ? '' : ` as sale ${t.saleId}`}. This request was rejected ${t.rejected}`,
    'No action needed: the first one counts. A different sale needs a different transaction_id.',
  ],
  request_rejected: (t) => [
    `The request was rejected ${t.rejected}`,
    'Fix the problem that the response describes, then send the request again. Nothing was recorded.',
  ],
  would_count_if_resent: (t) => [
    `The sale was rejected ${t.rejected} Sent again now, it would be attributed to ${t.name}.`,
    'Send it again. Nothing was recorded, so you can use the same transaction_id.',
  ],
  nothing_to_attribute: (t) =>
    withoutCoupon(t, [
      `The sale had neither a customer_key nor a click_id, so it could not be attributed. It was rejected ${t.rejected}`,
      'Send it again with the customer_key of the signup.',
    ]),
  no_signup: (t) =>
    withoutCoupon(t, [
      `No signup with the customer key \`${t.customerKey}\` was recorded, so the sale could not be attributed. The signup must be sent before the sale.`,
      `Send the signup with \`${t.customerKey}\` and the visitor's click ID to the lead endpoint, then the sale again.`,
    ]),
  customer_key_spelled_differently: (t) => [
    `No customer has the key \`${t.customerKey}\`, but one has \`${t.similar}\`. Keys are case-sensitive and spaces count.`,
    `Send the sale with the customer key \`${t.similar}\`, exactly as in the signup.`,
  ],
  lead_rejected: (t) => [
    `${t.customerKey === undefined ? 'A signup from this click' : `A lead with the key \`${t.customerKey}\``} was rejected ${t.rejected}${t.leadReason === undefined ? '' : ` ${LEAD_REASON_TEXTS[t.leadReason]}`} The customer is therefore unknown, and sales cannot be attributed.`,
    `${t.couponProblem === undefined ? 'Fix the problem that the response describes' : couponRemedy(t)}, then send the signup and the sale again.`,
  ],
  lead_already_settled: (t) => [
    `The signup was rejected ${t.rejected} The customer is known by the key of the first signup.`,
    'Send the sale with the customer key of the first signup.',
  ],
  no_click_recorded: (t) => [
    `There is no click with the ID \`${t.clickId}\`.`,
    'The visitor must follow a partner link to a page with the tracker, and the click ID must be sent exactly as in the cookie.',
  ],
  click_from_another_program: (t) => [
    `The click \`${t.clickId}\` belongs to another program${t.otherProgram === undefined ? '' : `, ${t.otherProgram.name} (${t.otherProgram.id})`}, so it does not count here.`,
    "Send the signup and the sale with the API key of the click's program.",
  ],
  click_without_signup: (t) => [
    `A click on the link of ${t.name} was recorded on ${t.at(t.clickedAt)}, but no signup was sent for it.`,
    t.leadReason === 'window_expired'
      ? `A signup with this click ID would have counted until ${t.at(t.windowEndedAt)}.`
      : `A signup with this click ID counts until ${t.at(t.windowEndedAt)}, and so do the customer's sales.`,
  ],
  later_click_won: (t) => [
    `The click of ${t.at(t.clickedAt)} on the link of ${t.name} did not count because the last click before the signup wins, which was on ${t.at(t.otherClickedAt)}. The customer belongs to ${t.other}.`,
    'It would have counted if the visitor had signed up before following another link.',
  ],
  earlier_click_kept_customer: (t) => [
    `The click of ${t.at(t.clickedAt)} on the link of ${t.name} did not count: the visitor had already signed up from a click on ${t.at(t.otherClickedAt)}. A customer keeps the partner of their first signup, ${t.other}.`,
    'It would have counted if the visitor had not signed up from the earlier click.',
  ],
  unknown_link: (t) => [
    `The visit was not counted: no partner link has the code${t.linkCode === undefined ? '' : ` \`${t.linkCode}\``}. The request was rejected ${t.rejected}`,
    'Use links with an existing code, and do not send the program_id of another program.',
  ],
  inactive_link: (t) => [
    `The partner link${t.linkCode === undefined ? '' : ` \`${t.linkCode}\``} is inactive, so its visits are not counted.`,
    'Activate the link under Partners. Visits count from then on.',
  ],
  bot_click: (t) => [
    `The visit looked like a bot and was not counted ${t.rejected}`,
    'A visit with a regular browser counts.',
  ],
  partner_not_approved: (t) => [
    `${t.partner === undefined ? 'The partner' : `${t.name}, the partner,`} was not approved in this program at that time${t.partnerStatus === undefined || t.partnerStatus === 'approved' ? '' : ` and is ${t.partnerStatus} now`}. Only approved partners are tracked.`,
    'Approve the partner, then send the request again. Nothing was recorded.',
  ],
  window_closed: closedText,
  program_not_active: (t) => [
    `The program is ${t.programStatus ?? 'not active'}, so nothing new is recorded.`,
    'Activate the program, then send the request again.',
  ],
  program_closed: () => [
    'The program is closed to new referrals. Only customers who have already signed up count.',
    'Open the program to new referrals in its settings. Visits and signups count from then on.',
  ],
  no_sale_yet: (t) => [
    `${capitalize(t.customer)} belongs to ${t.name}, but no sale was received.`,
    `A first sale until ${t.at(t.windowEndedAt)} is attributed to ${t.name}.`,
  ],
  provisional_lead: (t) => [
    `A browser reported the signup, but your server has not confirmed it. Until then, sales with a customer key cannot be attributed.`,
    `Send the signup with the API key and this click ID. A sale with the click ID counts until ${t.at(t.windowEndedAt)}.`,
  ],
  payment_announced: (t) => [
    `The payment processor announced the payment \`${t.transactionId}\` on ${t.at(t.receivedAt)} but has not confirmed it yet.`,
    'It is attributed once the processor confirms it.',
  ],
  payment_not_attributed: (t) => [
    `The payment processor reported the payment \`${t.transactionId}\` on ${t.at(t.receivedAt)}, but it could not be attributed: ${payment(t).is}.`,
    `To attribute it, ${payment(t).ends}.`,
  ],
  payment_dismissed: (t) => [
    `The payment processor reported the payment \`${t.transactionId}\` on ${t.at(t.receivedAt)}, and it was dismissed as not referred by a partner.`,
    'Send the sale with its customer key to attribute this payment.',
  ],
  spelled_differently: (t) => [
    `Nothing was received for \`${t.query}\`, but there are records of \`${t.similar}\`. Names are case-sensitive and spaces count.`,
    `Search for \`${t.similar}\`.`,
  ],
  known_in_another_program: (t) => [
    `This program has no records of \`${t.query ?? t.customerKey ?? t.transactionId}\`, but the program ${t.otherProgram?.name} (${t.otherProgram?.id}) in this workspace does.`,
    'Send the signup and the sale with API keys of the same program, or search in the other one.',
  ],
  nothing_received: (t) => [
    `This program received nothing for ${t.what}.`,
    'Check that it was sent to this program and installation with the live API key, and that the spelling is the same.',
  ],
} satisfies Record<string, (values: TextValues) => ConclusionText>

export type Reason = keyof typeof REASON_TEXT
export const REASONS = Object.keys(REASON_TEXT) as Reason[] // safe because these are its keys

/** Returns the text for a sale that its coupon code alone would have attributed if the code had been valid. */
function withoutCoupon(t: TextValues, otherwise: ConclusionText): ConclusionText {
  if (t.couponProblem === undefined) return otherwise
  const customer =
    t.customerKey === undefined
      ? 'without a customer_key'
      : `of a customer without a signup (\`${t.customerKey}\`)`
  return [
    `The sale ${customer} could only be attributed by ${codeText(t)}, which ${couponProblemText(t.couponProblem)}.${similarText(t)} It was rejected ${t.rejected}`,
    `${couponRemedy(t)}, then send the sale again. Nothing was recorded, so you can use the same transaction_id.`,
  ]
}

/** Reasons of sales that a valid coupon code would have attributed; the texts of the others mention the code. */
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
])

function couponRemedy(facts: Facts): string {
  const code = codeText(facts)
  const { couponProblem, similarCoupon } = facts
  switch (couponProblem) {
    case 'not_started':
      return `Change the start date of ${code} under Coupon codes`
    case 'expired':
      return `Change the end date of ${code} under Coupon codes`
    case 'used_up':
      return `Raise the maximum number of uses of ${code} under Coupon codes`
    case 'partner_not_approved':
      return `Approve the partner of ${code}`
    case 'no_link':
      return `Add a link for the partner of ${code}`
    case 'program_closed':
      return 'Open the program to new referrals in its settings'
    default:
      return similarCoupon === undefined
        ? `Check the spelling of ${code}, or add it under Coupon codes`
        : `Send \`${similarCoupon}\` if it was meant, or add ${code} under Coupon codes`
  }
}

/**
 * Returns the text for a sale after the window, or for one rejected for another reason whose window has ended since.
 */
function closedText(t: TextValues): ConclusionText {
  const click = `from the click${t.clickedAt === undefined ? '' : ` of ${t.at(t.clickedAt)}`}`
  const window = `attribution window${t.windowDays === undefined ? '' : ` of ${days(t.windowDays)}`} ${click}`
  const now = t.windowDaysNow === undefined ? undefined : days(t.windowDaysNow)
  const isApproved = t.partnerStatus === undefined || t.partnerStatus === 'approved'
  const longer = isApproved
    ? `If you set a longer window${now === undefined ? '' : ' than now'}, you can send the same sale again. Nothing was recorded.`
    : 'If you set a longer window and approve the partner, you can send the same sale again. Nothing was recorded.'
  if (t.isClosedSince === true) {
    const late = `Sent again now, it would be too late: the ${window} ended on ${t.at(t.windowEndedAt)}.`
    return [`The sale was rejected ${t.rejected} ${late}`, longer]
  }
  return [
    `The ${window} had passed: ${t.ended}.${now === undefined ? '' : ` It has since been changed to ${now}.`}`,
    `A first sale until ${t.at(t.windowEndedAt)} would have counted. ${longer}`,
  ]
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

function decapitalize(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1)
}

/** Describes a timeline item in a sentence. */
export function timelineText(item: TimelineItem, timeZone: string): string {
  return TIMELINE_TEXT[item.type](item, timeZone)
}

const itemAmount = ({ amountCents, currency }: TimelineItem) =>
  amountCents === undefined || currency === undefined ? '' : amountText('en', amountCents, currency)
const taxLeftOut = ({ baseCents, taxCents, currency }: TimelineItem) =>
  baseCents === undefined || taxCents === undefined || currency === undefined
    ? ''
    : ` on ${amountText('en', baseCents, currency)} (${amountText('en', baseCents + taxCents, currency)} less ${amountText('en', taxCents, currency)} tax)`

/** A payout that recovers a commission lists it with a negative amount. */
const reversed = ({ amountCents = 0, ...item }: TimelineItem) =>
  amountCents < 0 ? itemAmount({ ...item, amountCents: -amountCents }) : undefined
const partner = (item: TimelineItem) => item.partner?.name ?? 'no partner'
const byCoupon = (item: TimelineItem) =>
  item.couponDecision === undefined ? '' : ` ${couponSentence(item.couponDecision, partner(item))}`
const reportedBy = ({ reportedBy: source }: TimelineItem) =>
  source === undefined ? '' : `, reported by ${source === 'server' ? 'your server' : 'the payment processor'}`
const ignored = ({ unknownFields }: TimelineItem) =>
  unknownFields === undefined ? '' : ` ${unknownFieldsText(unknownFields)}`
const since = ({ because, isAdjusted }: TimelineItem) => {
  const why = because ?? (isAdjusted ? AMOUNT_ADJUSTED : undefined)
  return why === undefined ? '' : ` (${why})`
}

const TIMELINE_TEXT: Record<TimelineItem['type'], (item: TimelineItem, timeZone: string) => string> = {
  click: (item) => {
    const link = item.linkCode === undefined ? 'a link' : `the link \`${item.linkCode}\``
    if (item.isTest) return 'Test click.'
    return `Click on ${link} of ${partner(item)}.${item.isOtherClick ? ' The customer did not come from this click.' : ''}`
  },
  lead: (item) => {
    if (item.isTest) return 'Test signup.'
    const who = item.customerKey === undefined ? '' : ` of \`${item.customerKey}\``
    const by = item.leadSource === 'server' ? 'your server' : 'a browser'
    return `Signup${who} reported by ${by}${item.leadState === 'provisional' ? ' (provisional)' : ''}. The customer belongs to ${partner(item)}.${byCoupon(item)}${ignored(item)}`
  },
  lead_settled: (item) =>
    `Signup confirmed. The customer belongs to ${partner(item)}.${byCoupon(item)}${ignored(item)}`,
  claim_approved: (item) =>
    `Claim ${item.claimId} by ${partner(item)} was approved, which created the sale and its commission.`,
  attributed: (item, timeZone) => {
    const who = item.customerKey === undefined ? 'Customer' : `Customer \`${item.customerKey}\``
    const why = item.because === undefined ? '' : `: ${item.because}`
    return `${who} attributed to ${partner(item)} by ${item.attributedBy ?? 'the program'} on ${instantText('en', item.at, timeZone)}${why}.`
  },
  sale: (item) =>
    `${item.isTest ? 'Test sale' : 'Sale'} ${item.transactionId}${item.amountCents === undefined ? '' : ` of ${itemAmount(item)}${item.isAdjusted ? ' (amount reported later by the payment processor)' : ''}`} recorded${item.partner === undefined ? '' : ` for ${partner(item)}`}${reportedBy(item)}.${byCoupon(item)}${ignored(item)}`,
  rejected_request: ({ rejectedRequest, transactionId }) =>
    rejectedRequest === undefined
      ? 'A request was rejected.'
      : `${capitalize(rejectedRequest.type)} request${transactionId === undefined ? '' : ` for \`${transactionId}\``} rejected${rejectedRequest.count > 1 ? ` ${rejectedRequest.count} times` : ''} (\`${rejectedRequest.code}\`): ${rejectedRequest.message}`,
  refund: (item) => `Refund of ${itemAmount(item)}${since(item)}.`,
  failed_refund: (item) => `A refund of ${itemAmount(item)} failed${since(item)}.`,
  refund_undone: (item) => `The refund of ${itemAmount(item)} was undone.`,
  dispute: (item) => `The customer disputed ${itemAmount(item)}${since(item)}.`,
  dispute_won: (item) => `The dispute of ${itemAmount(item)} was won.`,
  commission: (item, timeZone) =>
    `Commission of ${itemAmount(item)} for ${partner(item)}${taxLeftOut(item)}, on hold until ${item.holdUntil === undefined ? 'its end' : instantText('en', item.holdUntil, timeZone)}.`,
  commission_change: (item) => {
    const status = item.fromStatus === item.toStatus ? '' : ` is now ${item.toStatus}`
    const isSame = item.fromCents === item.amountCents
    if (isSame && status === '') return `The commission stays ${itemAmount(item)}${since(item)}.`
    const amount = isSame ? '' : `${status === '' ? '' : ','} is now ${itemAmount(item)}`
    return `The commission${status}${amount}${since(item)}.`
  },
  payout_made: (item) => {
    const back = reversed(item)
    return `${back === undefined ? `${itemAmount(item)} added to` : `${back} deducted from`} payout ${item.payoutId}.`
  },
  payout_paid: (item) => {
    const back = reversed(item)
    return `Payout ${item.payoutId} paid, ${back === undefined ? `including ${itemAmount(item)}` : `with ${back} deducted`}.`
  },
  payout_canceled: (item) => {
    const back = reversed(item)
    return `Payout ${item.payoutId} canceled. ${back === undefined ? `${itemAmount(item)} is due again` : `${back} is still to be deducted`}.`
  },
  payment: (item) => {
    const because = item.paymentReason === undefined ? '' : `: ${PAYMENTS[item.paymentReason].is}`
    return item.paymentState === 'unattributed'
      ? `The payment processor reported the payment, which could not be attributed${because}.`
      : `The payment processor reported the payment (${item.paymentState}).`
  },
}
