import { runIn } from '../../core/database/database.ts'
import { type TransactionContext, withTransaction } from '../../core/database/transaction.ts'
import { WriteConflictError } from '../../core/database/write-conflict.ts'
import type { Deps } from '../../core/deps.ts'
import { hashEmail } from '../../core/privacy/email-hash.rule.ts'
import { isPseudonym, signupTrace } from '../../core/privacy/pseudonym.rule.ts'
import { reportDay } from '../../core/time/report-day.rule.ts'
import { lockedProgramInstant } from '../../workspace/programs/program-clock.flow.ts'
import { parseClickId } from '../clicks/click-id.rule.ts'
import { testInstant } from '../clicks/record-click.flow.ts'
import { type ClickReplacement, clickAttribution, couponFacts } from '../coupons/coupon-attribution.rule.ts'
import { couponKey } from '../coupons/coupon-code.rule.ts'
import { loadCoupons, lockCoupon } from '../coupons/coupons.sql.ts'
import type { DecisionFacts, Rejection } from '../requests/decision.ts'
import { attributeCustomerTo, continueAsClickCustomer } from './attributed-customer.flow.ts'
import { findAttributableCustomer, findCustomerCoupon } from './attributed-customer.sql.ts'
import { countSettledLead } from './count-settled-lead.flow.ts'
import {
  findCustomers,
  identifyCustomer,
  insertCustomer,
  insertLead,
  isErasedSignup,
  type LeadDetails,
  loadLeadData,
  saveLosingClick,
  saveTestLead,
  settleCustomer,
} from './lead.sql.ts'
import type { LeadClick, LeadCustomer, LeadData } from './lead.ts'
import { decideLead, decideLeadCoupon, type LeadDecision, type LeadReport } from './lead-settlement.rule.ts'
import { readTestInfo } from './test-info.flow.ts'

export interface LeadRequest {
  /** A server request's coupon code, as sent. */
  coupon_code?: string | undefined
  click_id: string | undefined
  customer_key: string | undefined
  email: string | undefined
  /** Whether a browser request's customer key is unusable. This is an error only if the lead would save the key. */
  has_unusable_key?: boolean
  details: LeadDetails
}

export type LeadOutcome =
  | {
      kind: 'recorded'
      lead_id: number
      is_provisional: boolean
      is_new: boolean
      decided?: 'click' | 'code'
    }
  | { kind: 'already_settled' }
  | { kind: 'closed_to_new_referrals' }
  | { kind: 'no_attribution'; rejection?: Rejection }
  | { kind: 'unusable_key' }

/**
 * Records or settles one live lead in one transaction: the customer, its lead, the per-lead commission and the daily
 * statistics. `programId` comes from the key, or from the click for a browser request.
 * @param receivedAt by the real clock
 * @returns the outcome, whose `at` is by the program's clock
 */
export async function settleLead(
  deps: Deps,
  programId: number,
  request: LeadRequest,
  receivedAt: Date,
): Promise<LeadOutcome & { at: Date }> {
  const leadReport: LeadReport = {
    source: request.details.source,
    customer_key: request.customer_key,
    email_hash: request.email === undefined ? undefined : hashEmail(request.email, deps.config.appSecret),
    received_at: receivedAt,
  }
  let at = receivedAt
  const outcome = await withTransaction(deps, (transaction) =>
    settleOnce({ deps, transaction, programId, at: receivedAt }, request, leadReport, (instant) => {
      at = instant
    }),
  )
  return { ...outcome, at }
}

/** Records a test lead for a program. Returns undefined if the program doesn't exist. */
export async function recordTestLead(
  deps: Deps,
  programId: number,
  { click_id, customer_key, details }: Pick<LeadRequest, 'click_id' | 'customer_key' | 'details'>,
  receivedAt: Date,
): Promise<number | undefined> {
  const program = { config: deps.config, programId }
  const { unknown_fields } = details
  const facts = await readTestInfo(deps.database, program, { click_id, customer_key, unknown_fields })
  const at = await testInstant(deps, programId, receivedAt)
  return saveTestLead(deps.database, programId, at, { details, facts })
}

/**
 * Makes one attempt.
 * @param onInstant receives the time by the program's clock, once it is known
 */
async function settleOnce(
  received: TransactionContext,
  { click_id, coupon_code, details: sentDetails, has_unusable_key = false }: LeadRequest,
  leadReport: LeadReport,
  onInstant: (at: Date) => void,
): Promise<LeadOutcome> {
  const { deps, transaction, programId } = received
  if (leadReport.customer_key !== undefined && isPseudonym(leadReport.customer_key))
    return { kind: 'no_attribution' }
  const click = click_id === undefined ? undefined : parseClickId(click_id)
  const data = await loadLeadData(transaction, programId, {
    ...leadReport,
    click: click?.programId === programId ? click : undefined,
  })
  if (data === undefined) return { kind: 'no_attribution' }
  const at = await lockedProgramInstant(transaction, data.program, received.at)
  onInstant(at)
  const context = { ...received, at }
  const report = { ...leadReport, received_at: at }
  const key = coupon_code === undefined ? '' : couponKey(coupon_code)
  const decision = decideLead(data, report)
  const coupon = await attributeByCoupon(context, { data, report, decision }, key)
  if (coupon?.isClosed) return { kind: 'closed_to_new_referrals' }
  const details =
    coupon_code === undefined || key === ''
      ? sentDetails
      : {
          ...sentDetails,
          coupon: {
            coupon_code,
            coupon_id: coupon?.couponId ?? null,
            decision_facts: coupon?.facts ?? null,
          },
        }
  if (coupon?.customer !== undefined)
    return settle(context, data, { report, customer: coupon.customer, details })
  if (has_unusable_key && savesIdentity(decision)) return { kind: 'unusable_key' }
  switch (decision.kind) {
    case 'no_attribution':
      return {
        kind: 'no_attribution',
        rejection: { code: decision.reason, facts: { ...decision.facts, ...coupon?.facts } },
      }
    case 'already_settled':
    case 'closed_to_new_referrals':
      return decision
    case 'repeat':
      return {
        kind: 'recorded',
        lead_id: decision.lead_id,
        is_provisional: decision.is_provisional,
        is_new: false,
      }
    case 'identify':
      if (!(await identifyCustomer(transaction, programId, decision.customer, report)))
        throw new WriteConflictError()
      return { kind: 'recorded', lead_id: decision.customer.lead_id, is_provisional: false, is_new: false }
    case 'click_replaces_code':
      return replaceCodeByClick(context, data, { ...decision, report, details: sentDetails })
    case 'code_keeps':
      return keepCouponCode(context, data, { ...decision, report })
    case 'settle':
      return settle(context, data, { report, customer: decision.customer, details })
    case 'create': {
      const trace = signupTrace(deps.config.appSecret, decision.click.uuid, report)
      // A repeated report of an erased signup doesn't create a customer.
      if (trace !== undefined && (await isErasedSignup(transaction, programId, trace)))
        return { kind: 'no_attribution' }
      return create(context, data, { ...decision, report, details })
    }
  }
}

interface CouponOutcome {
  /** Whether the code would create a customer in a program that is closed to new referrals. */
  isClosed?: true
  /** The active code in the request. */
  couponId: number | undefined
  /** The decision's facts, if there was one to make. */
  facts: DecisionFacts | undefined
  /** The provisional customer, if the code attributed one. */
  customer?: LeadCustomer | undefined
}

/**
 * Attributes a server lead's customer by its coupon code, if the code decides. The customer is provisional until the
 * lead settles it.
 * @param key the normalized code; empty if none was sent
 */
async function attributeByCoupon(
  { deps, transaction, programId, at }: TransactionContext,
  { data, report, decision }: { data: LeadData; report: LeadReport; decision: LeadDecision },
  key: string,
): Promise<CouponOutcome | undefined> {
  if (key === '' || report.source !== 'server') return undefined
  const run = runIn(transaction)
  const load = async () => {
    const { program, coupons } = await loadCoupons(run, programId, [key])
    const coupon = coupons.get(key)
    return { coupon, decided: decideLeadCoupon(coupon, { data, decision }, program, at) }
  }
  const first = await load()
  const couponId = first.coupon?.id
  const decided = first.decided?.decision
  if (decided?.kind === 'invalid' && decided.problem === 'program_closed')
    return { isClosed: true, couponId, facts: first.decided?.facts }
  if (first.coupon === undefined || decided?.kind !== 'attributes')
    return { couponId, facts: first.decided?.facts }
  // A concurrent request may have used up the code, or the team may have archived it.
  await lockCoupon(run, programId, first.coupon.id)
  const { coupon, decided: settled } = await load()
  if (coupon === undefined || settled?.decision.kind !== 'attributes')
    return { couponId, facts: settled?.facts }
  const from =
    decision.kind === 'settle'
      ? await findAttributableCustomer(transaction, programId, {
          name: { id: decision.customer.id },
          lock: true,
        })
      : undefined
  if (decision.kind === 'settle' && (from === undefined || from.continued_by !== null))
    throw new WriteConflictError()
  const customerId = await attributeCustomerTo(transaction, programId, {
    from,
    customer_key: report.customer_key,
    click_uuid: from?.click_uuid ?? data.click?.uuid ?? deps.ids.uuid(),
    partner_id: coupon.partner_id,
    by: { source: 'coupon_code', coupon_id: coupon.id },
    at,
  })
  const [customer] = await findCustomers(transaction, programId, 'id', customerId)
  if (customer === undefined) throw new Error('an attributed customer no longer exists')
  return { couponId, customer, facts: settled.facts }
}

/**
 * Returns whether a decision saves the identity. A provisional lead doesn't save a customer key (D22), and a repeat
 * saves nothing.
 */
function savesIdentity(decision: LeadDecision): boolean {
  if (decision.kind === 'create') return decision.state === 'settled'
  return decision.kind === 'settle' || decision.kind === 'identify'
}

async function settle(
  context: TransactionContext,
  { program }: LeadData,
  { report, customer, details }: { report: LeadReport; customer: LeadCustomer; details: LeadDetails },
): Promise<LeadOutcome> {
  const signupDay = reportDay(customer.lead_received_at, program.time_zone)
  const settled = {
    customer,
    by: report.source,
    identity: report,
    settledAt: report.received_at,
    details,
    signupDay,
  }
  if (!(await settleCustomer(context.transaction, program.id, settled))) throw new WriteConflictError()
  const { lead_id, partner_id, lead_received_at } = customer
  const lead = { lead_id, customer_id: customer.id, partner_id }
  await countSettledLead(context, program, { lead, signupAt: lead_received_at })
  return { kind: 'recorded', lead_id, is_provisional: false, is_new: true }
}

interface ClickAgainstCode {
  customer: LeadCustomer
  click: LeadClick
  report: LeadReport
}

interface ReplacedCode extends ClickAgainstCode {
  reason: ClickReplacement
  details: LeadDetails
}

/** Moves a coupon code's customer to the click's partner, and stores the code's partner as the loser. */
async function replaceCodeByClick(
  context: TransactionContext,
  data: LeadData,
  { customer, click, report, reason, details }: ReplacedCode,
): Promise<LeadOutcome> {
  const { transaction, programId, at } = context
  const name = { id: customer.id }
  const from = await findAttributableCustomer(transaction, programId, { name, lock: true })
  if (from === undefined || from.continued_by !== null || from.sale_count > 0) throw new WriteConflictError()
  const coupon = await findCustomerCoupon(transaction, programId, customer.id)
  const decision_facts = couponFacts({ kind: 'keeps', reason }, coupon, clickAttribution(click), {
    program: data.program,
    at: report.received_at,
  })
  const sentCoupon = coupon && { coupon_code: coupon.code, coupon_id: coupon.id, decision_facts }
  const leadDetails = { ...details, ...(sentCoupon && { coupon: sentCoupon }) }
  const { email_hash } = report
  const customerId = await continueAsClickCustomer(transaction, programId, {
    from,
    email_hash,
    click,
    details: leadDetails,
    at,
  })
  const [moved] = await findCustomers(transaction, programId, 'id', customerId)
  if (moved === undefined) throw new Error('an attributed customer no longer exists')
  if (moved.lead_state === 'provisional')
    return settle(context, data, { report, customer: moved, details: leadDetails })
  return { kind: 'recorded', lead_id: moved.lead_id, is_provisional: false, is_new: false, decided: 'click' }
}

/** Stores the click that lost to the customer's coupon code. */
async function keepCouponCode(
  { transaction, programId }: TransactionContext,
  data: LeadData,
  { customer, click, report }: ClickAgainstCode,
): Promise<LeadOutcome> {
  if (!(await identifyCustomer(transaction, programId, customer, report))) throw new WriteConflictError()
  const lostAttribution = couponFacts(
    { kind: 'attributes', change: 'moved' },
    customer,
    clickAttribution(click),
    {
      program: data.program,
      at: report.received_at,
    },
  )
  await saveLosingClick(transaction, programId, { customer, click, facts: lostAttribution })
  const { lead_id } = customer
  return { kind: 'recorded', lead_id, is_provisional: false, is_new: false, decided: 'code' }
}

interface LeadToCreate extends Extract<LeadDecision, { kind: 'create' }> {
  report: LeadReport
  details: LeadDetails
}

async function create(
  context: TransactionContext,
  { program }: LeadData,
  { click, state, report, details }: LeadToCreate,
): Promise<LeadOutcome> {
  const { transaction, at } = context
  const isSettled = state === 'settled'
  // An unverified browser must not bind an identity (D22).
  const customer_id = await insertCustomer(transaction, program.id, {
    customer_key: (isSettled ? report.customer_key : undefined) ?? null,
    email_hash: (isSettled ? report.email_hash : undefined) ?? null,
    signup_at: isSettled ? at : null,
    signup_day: isSettled ? reportDay(at, program.time_zone) : null,
    click,
    created_at: at,
  })
  if (customer_id === undefined) throw new WriteConflictError()
  const lead_id = await insertLead(transaction, program.id, customer_id, { state, received_at: at, details })
  if (isSettled) {
    const lead = { lead_id, customer_id, partner_id: click.partner_id }
    await countSettledLead(context, program, { lead, signupAt: at })
  }
  return { kind: 'recorded', lead_id, is_provisional: !isSettled, is_new: true }
}
