import type { Transaction } from 'kysely'
import type { Schema } from '../../core/database/schema.ts'
import { WriteConflictError } from '../../core/database/write-conflict.ts'
import {
  type AttributableRow,
  continueCustomer,
  insertAttributedCustomer,
  insertAttribution,
  releaseKey,
} from './attributed-customer.sql.ts'
import { insertCustomer, insertLead, type LeadDetails } from './lead.sql.ts'
import type { LeadClick } from './lead.ts'

/** A customer attributed to a partner without a click, from `at` on. */
export interface CustomerAttribution {
  /** The existing customer, locked; undefined creates one. */
  from: AttributableRow | undefined
  /** A new customer's key; an existing customer keeps its own. */
  customer_key: string | undefined
  /** The UUID of a click that resolves to the customer, or a random UUID. */
  click_uuid: string
  /** The new partner. */
  partner_id: number
  by: { source: 'team'; actor_id: string; reason: string } | { source: 'coupon_code'; coupon_id: number }
  at: Date
}

const NO_DETAILS: LeadDetails = {
  source: 'server',
  session_id: undefined,
  page_url: undefined,
  additional_data: undefined,
}

/**
 * Attributes a customer to a partner. An existing customer continues as a new row with the same identifiers, so each
 * sale belongs to one row and one partner. A signup that was already counted isn't counted again. Without one, the new
 * row waits for its signup.
 * @returns the ID of the new row
 * @throws {WriteConflictError} a concurrent request has used the customer_key: roll back and decide again
 */
export async function attributeCustomerTo(
  transaction: Transaction<Schema>,
  programId: number,
  { from, customer_key, click_uuid, partner_id, by, at }: CustomerAttribution,
): Promise<number> {
  if (from !== undefined && from.customer_key !== null) await releaseKey(transaction, programId, from.id)
  const customerId = await insertAttributedCustomer(transaction, programId, {
    customer_key: from === undefined ? (customer_key ?? null) : from.customer_key,
    email_hash: from?.email_hash ?? null,
    processor_customer_id: from?.processor_customer_id ?? null,
    click_uuid,
    partner_id,
    attribution_source: by.source,
    at,
  })
  if (customerId === undefined) throw new WriteConflictError('a concurrent request has used the customer_key')
  await insertLead(transaction, programId, customerId, {
    state: from?.lead_state ?? 'provisional',
    received_at: at,
    details: NO_DETAILS,
  })
  if (from !== undefined) await continueCustomer(transaction, programId, { from: from.id, by: customerId })
  await insertAttribution(transaction, {
    program_id: programId,
    customer_id: customerId,
    previous_customer_id: from?.id ?? null,
    partner_id,
    previous_partner_id: from?.partner_id ?? null,
    reason: by.source === 'team' ? by.reason : null,
    actor_id: by.source === 'team' ? by.actor_id : null,
    coupon_id: by.source === 'coupon_code' ? by.coupon_id : null,
    attributed_at: at,
  })
  return customerId
}

/**
 * Continues a coupon code's customer, who hasn't bought yet, as a click's customer. A signup that was already counted
 * isn't counted again and stays with the code's partner.
 * @returns the ID of the new row
 * @throws {WriteConflictError} roll back and decide again
 */
export async function continueAsClickCustomer(
  transaction: Transaction<Schema>,
  programId: number,
  { from, email_hash, click, details, at }: ContinuedByClick,
): Promise<number> {
  if (from.customer_key !== null) await releaseKey(transaction, programId, from.id)
  const customerId = await insertCustomer(transaction, programId, {
    customer_key: from.customer_key,
    email_hash: from.email_hash ?? email_hash ?? null,
    processor_customer_id: from.processor_customer_id,
    signup_at: null,
    signup_day: null,
    click,
    created_at: at,
  })
  if (customerId === undefined) throw new WriteConflictError('a concurrent request has used the customer_key')
  await insertLead(transaction, programId, customerId, { state: from.lead_state, received_at: at, details })
  await continueCustomer(transaction, programId, { from: from.id, by: customerId })
  return customerId
}

interface ContinuedByClick {
  /** The coupon code's customer, locked. */
  from: AttributableRow
  email_hash: Buffer | undefined
  click: LeadClick
  details: LeadDetails
  at: Date
}

/**
 * Creates a customer for a click whose signup hasn't been reported, with a provisional lead.
 * @returns the customer's ID
 * @throws {WriteConflictError} a concurrent request has used the customer_key: roll back and decide again
 */
export async function createClickCustomer(
  transaction: Transaction<Schema>,
  programId: number,
  {
    customer_key = null,
    click,
    at,
  }: { customer_key?: string | null | undefined; click: LeadClick; at: Date },
): Promise<number> {
  const customerId = await insertCustomer(transaction, programId, {
    customer_key,
    email_hash: null,
    signup_at: null,
    signup_day: null,
    click,
    created_at: at,
  })
  if (customerId === undefined) throw new WriteConflictError('a concurrent request has used the customer_key')
  await insertLead(transaction, programId, customerId, {
    state: 'provisional',
    received_at: at,
    details: NO_DETAILS,
  })
  return customerId
}
