import type { Deps } from '../../core/deps.ts'
import { COUPON_PROBLEMS } from '../../core/enums.ts'
import { idPseudonymizer } from '../../core/privacy/pseudonym.rule.ts'
import { nearestName } from '../../core/text/nearest-name.rule.ts'
import { readNextPayouts } from '../../earnings/payouts/read-next-payouts.flow.ts'
import { closedWindow, windowEnd } from '../../tracking/clicks/attribution-window.rule.ts'
import { loadLinks } from '../../tracking/clicks/click.sql.ts'
import { parseClickId } from '../../tracking/clicks/click-id.rule.ts'
import { decideClick } from '../../tracking/clicks/decide-click.rule.ts'
import { clickLimits } from '../../tracking/clicks/limits.ts'
import { couponKey } from '../../tracking/coupons/coupon-code.rule.ts'
import { listCodesLike, loadCoupons } from '../../tracking/coupons/coupons.sql.ts'
import { readLeadFacts } from '../../tracking/leads/lead.sql.ts'
import { decideLead } from '../../tracking/leads/lead-settlement.rule.ts'
import { couponDecision, decideAttribution, type SaleFacts } from '../../tracking/sales/decide-sale.rule.ts'
import { clickUuidOf } from '../../tracking/sales/record-sale.flow.ts'
import { loadSale } from '../../tracking/sales/sale.sql.ts'
import { atProgramTime } from '../../workspace/programs/program-clock.flow.ts'
import { type CollectedFacts, collectFacts, placeOf } from './collect-facts.flow.ts'
import {
  type ClickEntry,
  type CustomerEntry,
  findProgramEntry,
  findProgramThatKnows,
  findSimilarNames,
  listOtherPrograms,
  type PaymentEntry,
  type ProgramEntry,
  type RejectedRequestEntry,
  readPartnerName,
  readSaleState,
} from './explain.sql.ts'
import type { ExplainQuery, Facts, Named } from './explain.ts'
import type { Conclusion, Explanation } from './explanation-text.rule.ts'
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
import { rejectedRequestItem, withoutNulls } from './timeline.rule.ts'

/** A query on one program. With `isWorkspaceWide`, the response may mention other programs of the workspace. */
export interface Question {
  programId: number
  query: ExplainQuery
  isWorkspaceWide: boolean
}

interface Inquiry {
  deps: Deps
  question: Question
  program: ProgramEntry
  found: CollectedFacts
  now: Date
}

/**
 * Returns the timeline of an order, customer, click or email with a conclusion, from stored decisions and later
 * events. What would count now is decided by the same rules as real requests. Writes nothing.
 * @returns undefined if the program doesn't exist
 */
export async function explain(
  deps: Deps,
  question: Question,
): Promise<{ explanation: Explanation; program: ProgramEntry } | undefined> {
  const program = await findProgramEntry(deps.database.kysely, question.programId)
  if (program === undefined) return undefined
  const collected = await collectFacts(deps, program, question.query)
  const now = atProgramTime(deps, program).clock.now()
  const conclusion = await evaluate({ deps, question, program, found: collected, now })
  const live = collected.timeline.filter(({ isTest }) => !isTest)
  const explanation = {
    query: question.query,
    timeline: live.slice(-explainLimits.timelineItems),
    testEvents: collected.timeline.filter(({ isTest }) => isTest).slice(-explainLimits.timelineItems),
    isCut: collected.isCut || live.length > explainLimits.timelineItems,
    conclusion,
  }
  return { explanation, program }
}

/** The newest sale or rejected request decides, then other records with the identifier, then similar identifiers. */
async function evaluate(inquiry: Inquiry): Promise<Conclusion> {
  const { question, found, program, deps } = inquiry
  const { by, value } = question.query
  const sale = (by === 'transactionId' ? found.named : found.sales).find(({ is_test }) => !is_test)
  const rejectedRequest = newestRejectedRequest(found, by, sale?.received_at)
  if (rejectedRequest !== undefined) return checkRejection(inquiry, rejectedRequest)
  if (sale !== undefined) {
    const state = await readSaleState(deps.database.kysely, program.id, sale.id)
    if (state === undefined) throw new Error(`sale ${sale.id} of program ${program.id} no longer exists`)
    const isReviewed = program.commission_approval === 'review'
    const lacks = await lacksDetails(inquiry, state.facts)
    const { reason, facts } = saleConclusion(state, { isReviewed, lacksDetails: lacks })
    const { couponDecision } = facts
    const unknownCode = couponDecision?.outcome === 'unknown_code' ? couponDecision.code : undefined
    return { reason, facts: { ...facts, ...(await similarCoupon(inquiry, unknownCode)) } }
  }
  const payment = found.payments.at(-1)
  if (payment !== undefined) return evaluatePayment(payment, value)
  const [customer] = found.customers
  if (customer !== undefined) return evaluateCustomer(inquiry, customer)
  if (by === 'clickId') return evaluateClick(inquiry, value)
  if (by === 'customerKey' && found.rejectedRequests.some(({ is_test }) => !is_test))
    return evaluateKey(inquiry, value)
  return evaluateNothing(inquiry)
}

/** Returns whether the next payout leaves out the partner of a sale because they have no payout details. */
async function lacksDetails({ deps, program }: Inquiry, { partner }: Facts): Promise<boolean> {
  if (partner === undefined) return false
  const payouts = await readNextPayouts(atProgramTime(deps, program), program.id, [partner.id])
  const blockers = payouts.get(partner.id)?.flatMap((payout) => payout.blockers) ?? []
  return blockers.some(({ reason }) => reason === 'details_missing')
}

/**
 * Returns the newest rejected sale unless it only repeats the newest recorded one. Requests without a valid key
 * only count if there is nothing else, as anyone can send them.
 */
function newestRejectedRequest(
  { rejectedRequests, sales }: CollectedFacts,
  by: ExplainQuery['by'],
  soldAt: Date | undefined,
): RejectedRequestEntry | undefined {
  const rejected = rejectedRequests.filter(({ type, is_test }) => type === 'sale' && !is_test)
  const proven = rejected.filter(({ is_authenticated }) => is_authenticated)
  if (soldAt === undefined) return proven[0] ?? rejected[0]
  if (by === 'transactionId') return undefined
  const recorded = new Set(sales.filter(({ is_test }) => !is_test).map((one) => one.transaction_id))
  const newer = proven.find(({ transaction_id }) => transaction_id === null || !recorded.has(transaction_id))
  return newer !== undefined && newer.last_at > soldAt ? newer : undefined
}

/** Returns why a sale was rejected, according to its stored decision, and whether it would count now. */
async function checkRejection(inquiry: Inquiry, rejectedRequest: RejectedRequestEntry): Promise<Conclusion> {
  const { found, program } = inquiry
  const { transaction_id, customer_key, click_id, coupon_code, decision_code, decision_facts } =
    rejectedRequest
  const facts: Facts = {
    rejectedRequest: rejectedRequestItem(rejectedRequest),
    ...withoutNulls({ transactionId: transaction_id, customerKey: customer_key, clickId: click_id }),
    ...(await couponProblemOf(inquiry, rejectedRequest)),
  }
  const recorded = found.sales.find((sale) => !sale.is_test && sale.transaction_id === transaction_id)
  const duplicate = (saleId: number | undefined): Conclusion => ({
    reason: 'duplicate_transaction',
    facts: { ...facts, ...withoutNulls({ saleId }) },
  })
  if (rejectedRequest.code === 'duplicate_transaction') return duplicate(recorded?.id)
  const reason = rejectionReason(rejectedRequest.code)
  if (reason !== undefined) return { reason, facts }
  const names = { transaction_id, customer_key, click_id, coupon_code }
  const { decision: now, customer, codePartner } = await saleNow(inquiry, names)
  const known = { ...facts, ...customer?.facts, ...withoutNulls({ partner: codePartner }) }
  if (now.kind === 'attributed') return { reason: 'would_count_if_resent', facts: known }
  if (now.kind === 'duplicate') return duplicate(now.sale_id)
  const windowDays = program.attribution_window_days
  if (decision_code === 'window_expired' && customer !== undefined) {
    const isSame = decision_facts?.windowDays === windowDays
    const since = isSame ? {} : { windowDaysNow: windowDays }
    return { reason: 'window_closed', facts: { ...known, ...decision_facts, ...since } }
  }
  if (now.kind === 'window_expired')
    return { reason: 'window_closed', facts: { ...known, ...now.facts, isClosedSince: true } }
  if (now.reason === 'partner_not_approved') return { reason: 'partner_not_approved', facts: known }
  const unknown = await evaluateNames(inquiry, names, rejectedRequest.last_at)
  const { rejectedRequest: lead } = unknown.facts
  return {
    reason: unknown.reason,
    facts: { ...unknown.facts, ...facts, ...withoutNulls({ rejectedRequest: lead }) },
  }
}

/** Returns why the coupon code of a rejected request had no effect; empty without a code. */
async function couponProblemOf(
  inquiry: Inquiry,
  { coupon_code, decision_facts }: RejectedRequestEntry,
): Promise<Pick<Facts, 'couponProblem' | 'couponCode' | 'similarCoupon'>> {
  const couponProblem = COUPON_PROBLEMS.find((problem) => problem === decision_facts?.coupon)
  if (couponProblem === undefined) return {}
  const couponCode = coupon_code ?? undefined
  const similar = couponProblem === 'unknown_code' ? await similarCoupon(inquiry, couponCode) : {}
  return { couponProblem, ...withoutNulls({ couponCode }), ...similar }
}

/** Returns the active code that an unknown one most likely means. */
async function similarCoupon(
  { deps, program }: Inquiry,
  code: string | undefined,
): Promise<Pick<Facts, 'similarCoupon'>> {
  if (code === undefined) return {}
  const key = couponKey(code)
  const rows = explainLimits.couponCodesCompared
  const codes = await listCodesLike(deps.database.kysely, program.id, { key, rows })
  const others = codes.filter((one) => couponKey(one) !== key)
  return withoutNulls({ similarCoupon: nearestName(key, others) })
}

/** Returns, for a customer without a sale, how a sale would be decided now. */
async function evaluateCustomer(inquiry: Inquiry, customer: CustomerEntry): Promise<Conclusion> {
  const { program, question } = inquiry
  const clickId = question.query.by === 'clickId' ? question.query.value : undefined
  const facts = { ...customer.facts, ...withoutNulls({ clickId }) }
  if (program.status !== 'active')
    return { reason: 'program_not_active', facts: { ...facts, programStatus: program.status } }
  const names = {
    customer_key: customer.customer_key,
    click_id: clickId ?? null,
    transaction_id: null,
    coupon_code: null,
  }
  const { decision } = await saleNow(inquiry, names, customer.id)
  if (decision.kind === 'window_expired')
    return { reason: 'window_closed', facts: { ...facts, ...decision.facts } }
  if (decision.kind === 'no_attribution') return { reason: 'partner_not_approved', facts }
  const window = closedWindow(customer.clicked_at, program.attribution_window_days)
  return {
    reason: customer.status === 'provisional' ? 'provisional_lead' : 'no_sale_yet',
    facts: { ...facts, ...window },
  }
}

interface SaleIdentifiers {
  transaction_id: string | null
  customer_key: string | null
  click_id: string | null
  coupon_code: string | null
}

/** Decides a sale with these identifiers in the same way as the sale endpoint would now. */
async function saleNow({ deps, program, found, now }: Inquiry, sent: SaleIdentifiers, customerId?: number) {
  const { id } = program
  const {
    transaction_id = undefined,
    customer_key = undefined,
    click_id = undefined,
    coupon_code,
  } = withoutNulls(sent)
  const erase = idPseudonymizer(id, deps.config.appSecret)
  const loaded = await loadSale(deps.database.run, id, {
    isTest: false,
    erasedTransaction: transaction_id === undefined ? undefined : erase(transaction_id),
    request: { transaction_id, customer_key, product_id: undefined },
    clickUuid: clickUuidOf(id, click_id),
    ...(customerId === undefined ? {} : { customerId }),
  })
  if (loaded === undefined) throw new Error(`program ${id} no longer exists`)
  const by = customerId === undefined ? {} : { found_by: 'click_id' as const }
  const facts = await withCoupon(deps, { ...loaded, ...by }, coupon_code)
  const customer = found.customers.find((one) => one.id === loaded.customer?.id)
  const code = facts.coupon?.facts
  if (code !== undefined && couponDecision(facts, now)?.kind === 'attributes') {
    const codePartner = await readPartnerName(deps.database.kysely, id, code.partner_id)
    return { decision: { kind: 'attributed' as const }, customer, codePartner }
  }
  return { decision: decideAttribution(facts, { customer_key, click_id }, now), customer }
}

/** Adds the coupon code of a request to its facts. */
async function withCoupon(
  { database }: Deps,
  facts: SaleFacts,
  couponCode: string | undefined,
): Promise<SaleFacts> {
  const key = couponCode === undefined ? '' : couponKey(couponCode)
  if (key === '') return facts
  const { program, coupons } = await loadCoupons(database.run, facts.program.id, [key])
  return { ...facts, coupon: { facts: coupons.get(key), program } }
}

/** Returns why a sale request matches no customer. */
async function evaluateNames(
  inquiry: Inquiry,
  { customer_key, click_id }: SaleIdentifiers,
  soldAt: Date,
): Promise<Conclusion> {
  if (customer_key !== null) return evaluateKey(inquiry, customer_key)
  return click_id === null
    ? { reason: 'nothing_to_attribute', facts: {} }
    : evaluateClick(inquiry, click_id, soldAt)
}

/** Returns why a key is unknown: its signup was rejected, or it is a misspelling. */
async function evaluateKey(inquiry: Inquiry, customerKey: string): Promise<Conclusion> {
  const lead = inquiry.found.rejectedRequests.find(
    (one) => one.type === 'lead' && !one.is_test && one.customer_key === customerKey,
  )
  if (lead !== undefined) return evaluateLead(inquiry, lead, { customerKey })
  const [similar] = await similarTo(inquiry, 'customerKey', customerKey)
  if (similar !== undefined)
    return { reason: 'customer_key_spelled_differently', facts: { customerKey, similar } }
  const otherProgram = await otherProgramOf(inquiry, { customerKey })
  if (otherProgram !== undefined)
    return { reason: 'known_in_another_program', facts: { customerKey, otherProgram } }
  return { reason: 'no_signup', facts: { customerKey } }
}

/** Returns why a signup was rejected, according to its stored decision. */
async function evaluateLead(
  inquiry: Inquiry,
  rejectedRequest: RejectedRequestEntry,
  names: Facts,
): Promise<Conclusion> {
  const because = leadReason(rejectedRequest.decision_code)
  return {
    reason: rejectedRequest.code === 'lead_already_settled' ? 'lead_already_settled' : 'lead_rejected',
    facts: {
      ...names,
      rejectedRequest: rejectedRequestItem(rejectedRequest),
      ...withoutNulls({ clickId: rejectedRequest.click_id, leadReason: because }),
      ...(await couponProblemOf(inquiry, rejectedRequest)),
    },
  }
}

/** Returns why a click brought no customer: because of the click itself, or of the signup. */
async function evaluateClick(inquiry: Inquiry, clickId: string, soldAt?: Date): Promise<Conclusion> {
  const { found, question, deps, program } = inquiry
  const parsed = parseClickId(clickId)
  if (parsed === undefined) return { reason: 'no_click_recorded', facts: { clickId } }
  if (parsed.programId !== program.id) {
    const { kysely } = deps.database
    const of = question.isWorkspaceWide ? await findProgramEntry(kysely, parsed.programId) : undefined
    const isSameWorkspace = of !== undefined && of.workspace_id === program.workspace_id
    const otherProgram = isSameWorkspace ? { id: of.id, name: of.name } : undefined
    return { reason: 'click_from_another_program', facts: { clickId, ...withoutNulls({ otherProgram }) } }
  }
  const rejectedRequests = found.rejectedRequests.filter((one) => !one.is_test && one.click_id === clickId)
  const click = found.clicks.find(({ click_uuid }) => click_uuid === parsed.uuid)
  if (click === undefined) {
    const rejectedRequest = rejectedRequests.find(({ type }) => type === 'click')
    if (rejectedRequest === undefined) return { reason: 'no_click_recorded', facts: { clickId } }
    const facts = {
      clickId,
      rejectedRequest: rejectedRequestItem(rejectedRequest),
      ...withoutNulls({ linkCode: rejectedRequest.link_code }),
    }
    return { reason: clickReason(rejectedRequest.code), facts }
  }
  if (click.is_test) return { reason: 'test_event', facts: { clickId } }
  const facts: Facts = {
    clickId,
    ...closedWindow(click.received_at, program.attribution_window_days),
    ...withoutNulls({ partner: click.partner, linkCode: click.code }),
  }
  if (found.winner !== undefined) return evaluateWinner(found.winner, click, facts)
  const lead = rejectedRequests.find(({ type }) => type === 'lead')
  if (lead !== undefined) return evaluateLead(inquiry, lead, facts)
  return evaluateSignup(inquiry, { click, clickId, soldAt, facts })
}

/** Returns the conclusion if another click of the session brought the customer. */
function evaluateWinner(
  { click: other, customer }: NonNullable<CollectedFacts['winner']>,
  click: ClickEntry,
  facts: Facts,
): Conclusion {
  return {
    reason: other.received_at > click.received_at ? 'later_click_won' : 'earlier_click_kept_customer',
    facts: {
      ...facts,
      customerId: customer.id,
      ...withoutNulls({ customerKey: customer.customer_key }),
      otherPartner: customer.partner,
      otherClickedAt: other.received_at.toISOString(),
    },
  }
}

/**
 * Returns, for a click without a signup, whether a signup would count now. A sale within the window was rejected
 * because of the missing signup, even if a signup now would be too late.
 */
async function evaluateSignup(
  { deps, program, now }: Inquiry,
  {
    click,
    clickId,
    soldAt,
    facts,
  }: { click: ClickEntry; clickId: string; soldAt: Date | undefined; facts: Facts },
): Promise<Conclusion> {
  const { database } = deps
  const place = placeOf(program.id, clickId)
  const sent = { customer_key: undefined, email_hash: undefined }
  const lookup = { ...sent, click: place && { uuid: place.uuid, receivedAt: place.at } }
  const leadFacts = await readLeadFacts(database.kysely, program.id, lookup)
  if (leadFacts === undefined) throw new Error(`program ${program.id} no longer exists`)
  const lead = decideLead(leadFacts, { ...sent, source: 'server', received_at: now })
  const because = lead.kind === 'no_attribution' ? lead.reason : lead.kind
  const wasOpen =
    soldAt !== undefined && soldAt <= windowEnd(click.received_at, program.attribution_window_days)
  const isOverSince = because === 'window_expired' && wasOpen
  const reason = leadReason(because)
  if (reason !== undefined && !isOverSince)
    return { reason: SIGNUP_REASONS[reason], facts: { ...facts, programStatus: program.status } }
  const [link] = click.link_id === null ? [] : await loadLinks(database.run, program.id, [click.link_id])
  const visit = decideClick(link, {}, { is_bot: false, received_at: now }, clickLimits.repeatClickMs)
  const isLinkOff = link !== undefined && visit.kind === 'not_counted' && visit.reason === 'inactive_link'
  return {
    reason: isLinkOff ? 'inactive_link' : 'click_without_signup',
    facts: { ...facts, ...(isOverSince ? { leadReason: 'window_expired' } : {}) },
  }
}

/** Returns why a processor's payment has no sale, according to its stored decision. */
function evaluatePayment(payment: PaymentEntry, query: string): Conclusion {
  return {
    reason: paymentReason(payment.state),
    facts: {
      transactionId: query,
      receivedAt: payment.created_at.toISOString(),
      ...withoutNulls({
        amountCents: payment.amount_cents,
        customerKey: payment.customer_key,
        paymentReason: payment.reason,
      }),
    },
  }
}

/** Suggests similar identifiers if nothing is known about the queried one. */
async function evaluateNothing(inquiry: Inquiry): Promise<Conclusion> {
  const { question, found } = inquiry
  const { by, value } = question.query
  const facts: Facts = by === 'emailHash' ? {} : { query: value }
  if (found.named.length > 0 || found.rejectedRequests.some(({ is_test }) => is_test))
    return { reason: 'test_event', facts }
  if (by !== 'transactionId' && by !== 'customerKey') return { reason: 'nothing_received', facts }
  const [similar] = await similarTo(inquiry, by, value)
  if (similar !== undefined) return { reason: 'spelled_differently', facts: { ...facts, similar } }
  const otherProgram = await otherProgramOf(inquiry, { [by]: value })
  if (otherProgram !== undefined)
    return { reason: 'known_in_another_program', facts: { ...facts, otherProgram } }
  return { reason: 'nothing_received', facts }
}

async function similarTo(
  { deps, program }: Inquiry,
  by: 'customerKey' | 'transactionId',
  name: string,
): Promise<string[]> {
  const search = { by, name, variants: similarNames(name), looked: explainLimits.timelineNamesLooked }
  return findSimilarNames(deps.database.kysely, program.id, search)
}

/** Returns another program of the workspace that knows the identifier. Programs are queried one by one. */
async function otherProgramOf(
  { deps, question, program }: Inquiry,
  { transactionId, customerKey }: { transactionId?: string; customerKey?: string },
): Promise<Named | undefined> {
  if (!question.isWorkspaceWide) return undefined
  const { kysely } = deps.database
  const place = {
    workspaceId: program.workspace_id,
    programId: program.id,
    rows: explainLimits.timelinePrograms,
  }
  for (const id of await listOtherPrograms(kysely, place)) {
    const matchingProgram = await findProgramThatKnows(kysely, id, { transactionId, customerKey })
    if (matchingProgram !== undefined) return matchingProgram
  }
  return undefined
}
