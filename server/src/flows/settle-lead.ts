import type { Transaction } from 'kysely'
import type { Deps } from '../deps.ts'
import { parseClickId } from '../rules/click-id.ts'
import { hashEmail } from '../rules/email-hash.ts'
import {
  decideLead,
  type LeadCall,
  type LeadCustomer,
  type LeadDecision,
  type LeadFacts,
} from '../rules/lead-settlement.ts'
import {
  identifyCustomer,
  insertCustomer,
  insertLead,
  type LeadDetails,
  loadLeadFacts,
  saveTestLead,
  settleCustomer,
} from '../store/lead.ts'
import type { Schema } from '../store/schema.ts'
import { countSettledLead } from './count-settled-lead.ts'
import { inTransaction } from './in-transaction.ts'
import { LostRace } from './lost-race.ts'

export interface LeadRequest {
  click_id: string | undefined
  customer_key: string | undefined
  email: string | undefined
  details: LeadDetails
}

export type LeadOutcome =
  | { kind: 'recorded'; lead_id: number; isProvisional: boolean; isNew: boolean }
  | { kind: 'already_settled' }
  | { kind: 'no_attribution' }

/**
 * Records or settles one live lead, in one transaction: the customer, its lead, the per-lead commission and
 * the daily statistics. `programId` is the key's, or the click's for a browser call.
 */
export function settleLead(
  deps: Deps,
  programId: number,
  request: LeadRequest,
  receivedAt: Date,
): Promise<LeadOutcome> {
  return inTransaction(deps, (transaction) => settleOnce(deps, transaction, programId, request, receivedAt))
}

/** Records a test lead of a program. Undefined: there is no such program. */
export function recordTestLead(
  deps: Deps,
  programId: number,
  details: LeadDetails,
  receivedAt: Date,
): Promise<number | undefined> {
  return saveTestLead(deps.database, programId, receivedAt, details)
}

async function settleOnce(
  deps: Deps,
  transaction: Transaction<Schema>,
  programId: number,
  request: LeadRequest,
  receivedAt: Date,
): Promise<LeadOutcome> {
  const call: LeadCall = {
    source: request.details.source,
    customer_key: request.customer_key,
    email_hash: request.email === undefined ? undefined : hashEmail(request.email, deps.config.appSecret),
    receivedAt,
  }
  const click = request.click_id === undefined ? undefined : parseClickId(request.click_id)
  const facts = await loadLeadFacts(transaction, programId, {
    ...call,
    click: click?.programId === programId ? click : undefined,
  })
  if (facts === undefined) return { kind: 'no_attribution' }
  const decision = decideLead(facts, call)
  switch (decision.kind) {
    case 'no_attribution':
    case 'already_settled':
      return decision
    case 'repeat':
      return {
        kind: 'recorded',
        lead_id: decision.lead_id,
        isProvisional: decision.isProvisional,
        isNew: false,
      }
    case 'identify':
      await identifyCustomer(transaction, programId, decision.customer.id, call)
      return { kind: 'recorded', lead_id: decision.customer.lead_id, isProvisional: false, isNew: false }
    case 'settle':
      return settle(deps, transaction, facts, call, decision.customer)
    case 'create':
      return create(deps, transaction, facts, call, request.details, decision)
  }
}

async function settle(
  deps: Deps,
  transaction: Transaction<Schema>,
  facts: LeadFacts,
  call: LeadCall,
  customer: LeadCustomer,
): Promise<LeadOutcome> {
  const { program } = facts
  if (!(await settleCustomer(transaction, program.id, customer, call.source, call, call.receivedAt))) {
    throw new LostRace()
  }
  const lead = { id: customer.lead_id, customer_id: customer.id, partner_id: customer.partner_id }
  await countSettledLead(deps, transaction, program, lead, customer.lead_received_at, call.receivedAt)
  return { kind: 'recorded', lead_id: customer.lead_id, isProvisional: false, isNew: true }
}

async function create(
  deps: Deps,
  transaction: Transaction<Schema>,
  facts: LeadFacts,
  call: LeadCall,
  details: LeadDetails,
  { click, state }: Extract<LeadDecision, { kind: 'create' }>,
): Promise<LeadOutcome> {
  const { program } = facts
  const isSettled = state === 'settled'
  // An unverified browser must not bind an identity (D22).
  const customerId = await insertCustomer(transaction, program.id, {
    customer_key: (isSettled ? call.customer_key : undefined) ?? null,
    email_hash: (isSettled ? call.email_hash : undefined) ?? null,
    signup_at: isSettled ? call.receivedAt : null,
    click,
    created_at: call.receivedAt,
  })
  if (customerId === undefined) throw new LostRace()
  const received_at = call.receivedAt
  const leadId = await insertLead(transaction, program.id, customerId, { state, received_at, details })
  if (isSettled) {
    const lead = { id: leadId, customer_id: customerId, partner_id: click.partner_id }
    await countSettledLead(deps, transaction, program, lead, call.receivedAt, call.receivedAt)
  }
  return { kind: 'recorded', lead_id: leadId, isProvisional: !isSettled, isNew: true }
}
