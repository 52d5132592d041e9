import type { Deps } from '../../core/deps.ts'
import { nearestName } from '../../core/text/nearest-name.rule.ts'
import { readNextPayouts } from '../../earnings/payouts/read-next-payouts.flow.ts'
import { findPartner } from '../../partners/enrollments/partners.sql.ts'
import { closedWindow, isWithinWindow } from '../../tracking/clicks/attribution-window.rule.ts'
import { parseClickId } from '../../tracking/clicks/click-id.rule.ts'
import { couponKey } from '../../tracking/coupons/coupon-code.rule.ts'
import { listCodesLike } from '../../tracking/coupons/coupons.sql.ts'
import { readLeadData } from '../../tracking/leads/lead.sql.ts'
import { decideLead } from '../../tracking/leads/lead-settlement.rule.ts'
import { findCouponProblem } from '../../tracking/processors/payment-coupon.flow.ts'
import {
  couponDecision,
  decideAttribution,
  isAttributionExpired,
} from '../../tracking/sales/decide-sale.rule.ts'
import { loadSaleData } from '../../tracking/sales/record-sale.flow.ts'
import { atProgramTime } from '../../workspace/programs/program-clock.flow.ts'
import { findProgram, type ProgramRow } from '../../workspace/programs/programs.sql.ts'
import { type CollectedData, collectExplanationData } from './collect-explanation-data.flow.ts'
import {
  type ClickEntry,
  type CustomerEntry,
  findProgramThatKnows,
  findSimilarName,
  listOtherPrograms,
  type PaymentEntry,
  type RejectedRequestEntry,
  readSaleState,
  type SearchedName,
} from './explain.sql.ts'
import type { Conclusion, ConclusionFacts, ExplainQuery, Explanation, Reason } from './explain.ts'
import { explainLimits } from './limits.ts'
import {
  clickReason,
  leadReason,
  paymentReason,
  rejectionReason,
  SIGNUP_REASONS,
  saleConclusion,
} from './reason.rule.ts'
import { similarNames } from './similar-names.rule.ts'

/** A query about one program. With `isWorkspaceWide`, the response may mention other programs in the workspace. */
export interface Question {
  program: ProgramRow
  query: ExplainQuery
  isWorkspaceWide: boolean
}

interface Inquiry extends Question {
  deps: Deps
  found: CollectedData
  now: Date
}

/**
 * Returns the timeline of an order, customer, click or email with a conclusion, from stored decisions and later events.
 * Whether a request would count now is decided by the same rules as for real requests. Writes nothing.
 */
export async function explain(deps: Deps, question: Question): Promise<Explanation> {
  const { program, query } = question
  const found = await collectExplanationData(deps, program.id, query)
  const inquiry = { ...question, deps, found, now: atProgramTime(deps, program).clock.now() }
  const { reason, facts } = await evaluate(inquiry)
  const live = found.timeline.filter(({ isTest }) => !isTest)
  return {
    timeline: live.slice(-explainLimits.timelineItems),
    testEvents: found.timeline.filter(({ isTest }) => isTest).slice(-explainLimits.timelineItems),
    isCut: found.isCut,
    conclusion: { reason, facts: { ...facts, ...(await similarCoupon(inquiry, facts)) } },
  }
}

/** Returns the active code that an unknown one most likely means. */
async function similarCoupon(
  { deps, program }: Inquiry,
  { couponProblem, couponCode, couponDecision: decision }: ConclusionFacts,
): Promise<Pick<ConclusionFacts, 'similarCoupon'>> {
  const code = decision === undefined ? couponCode : decision.code
  const isUnknown = (decision?.outcome ?? couponProblem) === 'unknown_code'
  if (!isUnknown || code === undefined) return {}
  const key = couponKey(code)
  const rows = explainLimits.couponCodesCompared
  const codes = await listCodesLike(deps.database.kysely, program.id, { key, rows })
  const similar = nearestName(
    key,
    codes.filter((one) => couponKey(one) !== key),
  )
  return similar === undefined ? {} : { similarCoupon: similar }
}

/** The newest sale or rejected request decides, then other records with the identifier, then similar identifiers. */
async function evaluate(inquiry: Inquiry): Promise<Conclusion> {
  const { query, found } = inquiry
  const { by, value } = query
  const sale = found.sales.find(({ is_test }) => !is_test)
  const rejected = newestRejectedSale(found, by, sale?.received_at)
  if (rejected !== undefined) return evaluateRejection(inquiry, rejected)
  if (sale !== undefined) return evaluateSale(inquiry, sale.id)
  const payment = found.payments.at(-1)
  if (payment !== undefined) return evaluatePayment(inquiry, payment)
  const [customer] = found.customers
  if (customer !== undefined) return evaluateCustomer(inquiry, customer)
  if (by === 'clickId') return evaluateClick(inquiry, value)
  if (by === 'customerKey' && found.rejectedRequests.some(({ is_test }) => !is_test))
    return evaluateKey(inquiry, value)
  return evaluateNothing(inquiry)
}

/**
 * Returns the newest rejected sale unless it only repeats the newest recorded one. Requests without a valid key are
 * used only if there are no others, because anyone can send them.
 */
function newestRejectedSale(
  { rejectedRequests, sales }: CollectedData,
  by: ExplainQuery['by'],
  soldAt: Date | undefined,
): RejectedRequestEntry | undefined {
  const rejected = rejectedRequests.filter(({ type, is_test }) => type === 'sale' && !is_test)
  const authenticatedRequests = rejected.filter(({ is_authenticated }) => is_authenticated)
  if (soldAt === undefined) return authenticatedRequests[0] ?? rejected[0]
  if (by === 'transactionId') return undefined
  const recorded = new Set(sales.map(({ transaction_id }) => transaction_id))
  const newer = authenticatedRequests.find(
    ({ transaction_id }) => transaction_id === null || !recorded.has(transaction_id),
  )
  return newer !== undefined && newer.last_at > soldAt ? newer : undefined
}

/** Returns the reason a payment has no sale, and the reason its coupon code didn't attribute one. */
async function evaluatePayment(
  { deps, program, query }: Inquiry,
  { state, is_refunded, facts }: PaymentEntry,
): Promise<Conclusion> {
  const { couponCode = null, paymentReason: because, receivedAt } = facts
  const couponProblem =
    state === 'unattributed' && receivedAt !== undefined
      ? await findCouponProblem(deps.database.run, program.id, {
          code: couponCode,
          reason: because,
          at: new Date(receivedAt),
        })
      : undefined
  return {
    reason: paymentReason(state, is_refunded),
    facts: {
      transactionId: query.value,
      ...facts,
      ...(couponProblem === undefined ? {} : { couponProblem }),
    },
  }
}

/** Returns what a recorded sale earns. The next payout may omit its partner because of missing payout details. */
async function evaluateSale({ deps, program }: Inquiry, saleId: number): Promise<Conclusion> {
  const state = await readSaleState(deps.database.kysely, program.id, saleId)
  if (state === undefined) throw new Error(`sale ${saleId} of program ${program.id} no longer exists`)
  const { partner } = state.facts
  const payouts =
    partner && (await readNextPayouts(atProgramTime(deps, program), program.id, [partner.id])).get(partner.id)
  const blockers = payouts?.flatMap((payout) => payout.blockers) ?? []
  return saleConclusion(state, {
    isReviewed: program.commission_approval === 'review',
    lacksDetails: blockers.some(({ reason }) => reason === 'details_missing'),
  })
}

/** Returns the reason a sale was rejected, from its stored decision, and whether it would count now. */
async function evaluateRejection(inquiry: Inquiry, rejected: RejectedRequestEntry): Promise<Conclusion> {
  const { found, program } = inquiry
  const { code, transaction_id, decision_code, decision_facts, facts } = rejected
  const duplicate = (saleId: number | undefined): Conclusion => ({
    reason: 'duplicate_transaction',
    facts: { ...facts, ...(saleId === undefined ? {} : { saleId }) },
  })
  if (code === 'duplicate_transaction')
    return duplicate(found.sales.find((sale) => !sale.is_test && sale.transaction_id === transaction_id)?.id)
  const reason = rejectionReason(code)
  if (reason !== undefined) return { reason, facts }
  const { decision: now, known } = await evaluateSaleNow(inquiry, rejected)
  if (now.kind === 'attributed') return { reason: 'would_count_if_resent', facts: { ...facts, ...known } }
  if (now.kind === 'duplicate') return duplicate(now.sale_id)
  if (decision_code === 'window_expired' && known.partner !== undefined) {
    const windowDays = program.attribution_window_days
    const since = decision_facts?.windowDays === windowDays ? {} : { windowDaysNow: windowDays }
    return { reason: 'window_closed', facts: { ...facts, ...known, ...decision_facts, ...since } }
  }
  if (now.kind === 'window_expired')
    return { reason: 'window_closed', facts: { ...facts, ...known, ...now.facts, isClosedSince: true } }
  if (now.reason === 'partner_not_approved')
    return { reason: 'partner_not_approved', facts: { ...facts, ...known } }
  const unknown = await evaluateUnknown(inquiry, rejected)
  const { rejectedRequest } = { ...facts, ...unknown.facts }
  return { reason: unknown.reason, facts: { ...unknown.facts, ...facts, rejectedRequest } }
}

/** Decides a rejected sale as if it were sent again now, with what is known about its customer or coupon code. */
async function evaluateSaleNow({ deps, program, found, now }: Inquiry, rejected: RejectedRequestEntry) {
  const request = {
    transaction_id: rejected.transaction_id ?? undefined,
    customer_key: rejected.customer_key ?? undefined,
    click_id: rejected.click_id ?? undefined,
    coupon_code: rejected.coupon_code ?? undefined,
  }
  const data = await loadSaleData(deps, program.id, request)
  if (data === undefined) throw new Error(`program ${program.id} no longer exists`)
  const knownValues: ConclusionFacts = {
    ...found.customers.find(({ id }) => id === data.customer?.id)?.facts,
  }
  if (data.coupon?.data === undefined || couponDecision(data, now)?.kind !== 'attributes')
    return { decision: decideAttribution(data, request, now), known: knownValues }
  const partner = await findPartner(deps.database.kysely, program.id, data.coupon.data.partner_id)
  return {
    decision: { kind: 'attributed' } as const,
    known:
      partner === undefined
        ? knownValues
        : { ...knownValues, partner: { id: partner.partner_id, name: partner.name } },
  }
}

/** Returns the reason a sale request matches no customer. */
function evaluateUnknown(inquiry: Inquiry, { customer_key, click_id, last_at }: RejectedRequestEntry) {
  if (customer_key !== null) return evaluateKey(inquiry, customer_key)
  if (click_id !== null) return evaluateClick(inquiry, click_id, last_at)
  return { reason: 'nothing_to_attribute', facts: {} } as const
}

/** Returns the outcome of a sale now, for a customer without sales. */
function evaluateCustomer({ program, query, now }: Inquiry, customer: CustomerEntry): Conclusion {
  const { status, attribution_window_days: windowDays } = program
  const facts = { ...customer.facts, ...(query.by === 'clickId' ? { clickId: query.value } : {}) }
  if (status !== 'active') return { reason: 'program_not_active', facts: { ...facts, programStatus: status } }
  if (facts.partnerStatus !== 'approved') return { reason: 'partner_not_approved', facts }
  const reason = isAttributionExpired(customer, now, windowDays)
    ? 'window_closed'
    : // Unconfirmed signups have no key. A customer reassigned by a code, a click or the team keeps their key.
      customer.status === 'provisional' && customer.customer_key === null
      ? 'provisional_lead'
      : 'no_sale_yet'
  const window = closedWindow(customer.clicked_at, windowDays)
  if (reason === 'window_closed')
    return { reason, facts: { ...facts, ...window, attributionSource: customer.attribution_source } }
  // The window may have started without a click.
  const { clickedAt: _, ...end } = window
  return { reason, facts: { ...facts, ...end } }
}

/** Returns the reason a key is unknown: its signup was rejected, or the key is misspelled. */
async function evaluateKey(inquiry: Inquiry, customerKey: string): Promise<Conclusion> {
  const lead = inquiry.found.rejectedRequests.find(
    (one) => one.type === 'lead' && !one.is_test && one.customer_key === customerKey,
  )
  if (lead !== undefined) return evaluateLead(lead, { customerKey })
  return searchElsewhere(
    inquiry,
    { by: 'customerKey', name: customerKey },
    { similar: 'customer_key_spelled_differently', unknown: 'no_signup', facts: { customerKey } },
  )
}

/** Returns the reason a signup was rejected, from its stored decision. */
function evaluateLead(lead: RejectedRequestEntry, names: ConclusionFacts): Conclusion {
  const { customerKey: _, ...facts } = lead.facts
  const because = leadReason(lead.decision_code)
  return {
    reason: lead.code === 'lead_already_settled' ? 'lead_already_settled' : 'lead_rejected',
    facts: { ...names, ...facts, ...(because === undefined ? {} : { leadReason: because }) },
  }
}

/** Returns the reason a click brought no customer: the click itself, or its signup. */
async function evaluateClick(inquiry: Inquiry, clickId: string, soldAt?: Date): Promise<Conclusion> {
  const { found, program } = inquiry
  const parsedClickId = parseClickId(clickId)
  if (parsedClickId === undefined) return { reason: 'no_click_recorded', facts: { clickId } }
  if (parsedClickId.programId !== program.id)
    return evaluateOtherProgram(inquiry, clickId, parsedClickId.programId)
  const rejectedRequests = found.rejectedRequests.filter((one) => !one.is_test && one.click_id === clickId)
  const click = found.clicks.find(({ click_uuid }) => click_uuid === parsedClickId.uuid)
  if (click === undefined) {
    const rejected = rejectedRequests.find(({ type }) => type === 'click')
    return rejected === undefined
      ? { reason: 'no_click_recorded', facts: { clickId } }
      : { reason: clickReason(rejected.code), facts: rejected.facts }
  }
  if (click.is_test) return { reason: 'test_event', facts: { clickId } }
  const window = closedWindow(click.received_at, program.attribution_window_days)
  const facts: ConclusionFacts = { ...click.facts, clickId, ...window }
  if (found.winner !== undefined) return evaluateWinner(found.winner, click, facts)
  const lead = rejectedRequests.find(({ type }) => type === 'lead')
  if (lead !== undefined) return evaluateLead(lead, facts)
  return evaluateSignup(inquiry, { click, soldAt, facts })
}

async function evaluateOtherProgram(
  { deps, program, isWorkspaceWide }: Inquiry,
  clickId: string,
  programId: number,
): Promise<Conclusion> {
  const other = isWorkspaceWide ? await findProgram(deps.database.kysely, programId) : undefined
  const isNamed = other !== undefined && other.workspace_id === program.workspace_id
  const otherProgram = isNamed ? { otherProgram: { id: other.id, name: other.name } } : {}
  return { reason: 'click_from_another_program', facts: { clickId, ...otherProgram } }
}

/** Returns the conclusion if another click in the session brought the customer. */
function evaluateWinner(
  { click: other, customer }: NonNullable<CollectedData['winner']>,
  click: ClickEntry,
  facts: ConclusionFacts,
): Conclusion {
  const { id: customerId, customer_key: customerKey } = customer
  return {
    reason: other.received_at > click.received_at ? 'later_click_won' : 'earlier_click_kept_customer',
    facts: {
      ...facts,
      customerId,
      ...(customerKey === null ? {} : { customerKey }),
      otherPartner: customer.partner,
      otherClickedAt: other.received_at.toISOString(),
    },
  }
}

/**
 * Returns whether a signup would count now for a click that has none. A sale within the window was rejected because the
 * signup was missing, even if a signup would be too late now.
 */
async function evaluateSignup(
  { deps, program, now }: Inquiry,
  { click, soldAt, facts }: { click: ClickEntry; soldAt: Date | undefined; facts: ConclusionFacts },
): Promise<Conclusion> {
  const sent = { customer_key: undefined, email_hash: undefined }
  const lookup = { ...sent, click: { uuid: click.click_uuid, receivedAt: click.received_at } }
  const leadData = await readLeadData(deps.database.kysely, program.id, lookup)
  if (leadData === undefined) throw new Error(`program ${program.id} no longer exists`)
  const lead = decideLead(leadData, { ...sent, source: 'server', received_at: now })
  const reason = leadReason(lead.kind === 'no_attribution' ? lead.reason : lead.kind)
  const days = program.attribution_window_days
  const wasOpen = soldAt !== undefined && isWithinWindow(click.received_at, soldAt, days)
  const isClosedSince = reason === 'window_expired' && wasOpen
  if (reason !== undefined && !isClosedSince)
    return { reason: SIGNUP_REASONS[reason], facts: { ...facts, programStatus: program.status } }
  const isLinkOff = click.link_status === 'inactive' && !leadData.program.closed_to_new_referrals
  return {
    reason: isLinkOff ? 'inactive_link' : 'click_without_signup',
    facts: { ...facts, ...(isClosedSince ? { leadReason: 'window_expired' } : {}) },
  }
}

/** Suggests similar identifiers if nothing is known about the queried one. */
async function evaluateNothing(inquiry: Inquiry): Promise<Conclusion> {
  const { by, value } = inquiry.query
  const { sales, rejectedRequests } = inquiry.found
  const facts: ConclusionFacts = by === 'emailHash' ? {} : { query: value }
  if ([...sales, ...rejectedRequests].some(({ is_test }) => is_test)) return { reason: 'test_event', facts }
  if (by !== 'transactionId' && by !== 'customerKey') return { reason: 'nothing_received', facts }
  return searchElsewhere(
    inquiry,
    { by, name: value },
    { similar: 'spelled_differently', unknown: 'nothing_received', facts },
  )
}

/** Suggests a similar identifier or, if there is none, another program in the workspace that has received this one. */
async function searchElsewhere(
  { deps, program, isWorkspaceWide }: Inquiry,
  searchedName: SearchedName,
  { similar: similarReason, unknown, facts }: { similar: Reason; unknown: Reason; facts: ConclusionFacts },
): Promise<Conclusion> {
  const { kysely } = deps.database
  const variants = similarNames(searchedName.name)
  const search = { ...searchedName, variants, looked: explainLimits.timelineNamesLooked }
  const similar = await findSimilarName(kysely, program.id, search)
  if (similar !== undefined) return { reason: similarReason, facts: { ...facts, similar } }
  const others = isWorkspaceWide
    ? await listOtherPrograms(kysely, program, explainLimits.timelinePrograms)
    : []
  // Programs may be on different nodes, so they are queried one at a time.
  for (const { id } of others) {
    const otherProgram = await findProgramThatKnows(kysely, id, searchedName)
    if (otherProgram !== undefined)
      return { reason: 'known_in_another_program', facts: { ...facts, otherProgram } }
  }
  return { reason: unknown, facts }
}
