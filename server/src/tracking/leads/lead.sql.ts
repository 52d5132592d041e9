import { sql, type Transaction } from 'kysely'
import type { Database, Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'
import type { LeadSettler, LeadSource, LeadState } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'
import type { DecisionFacts, UnknownField } from '../requests/decision.ts'
import type { Visit } from '../requests/request-outcome.ts'
import type { LeadClick, LeadCustomer, LeadData } from './lead.ts'
import type { TestInfo } from './test-info.ts'

/**
 * Maximum number of customers per click or email that a decision considers. A larger number indicates abuse rather than
 * a household.
 */
const CANDIDATES = 100

/** Number of lock buckets: enough that requests for different emails rarely wait for each other. */
const LOCK_BUCKETS = 1024

/**
 * Loads the facts for a lead request. Locks the click, then the email, so concurrent requests create one customer. Each
 * statement after a lock sees the changes that the previous holder committed.
 */
export async function loadLeadData(
  transaction: Transaction<Schema>,
  programId: number,
  lookup: LeadLookup,
): Promise<LeadData | undefined> {
  const { click, email_hash } = lookup
  const lockedClick = click === undefined ? undefined : await lockClick(transaction, programId, click)
  if (email_hash !== undefined) await lockEmail(transaction, programId, email_hash)
  return runLeadLookup(transaction, programId, lookup, lockedClick)
}

/** Loads the same facts as `loadLeadData` without locks, to preview the decision. */
export async function readLeadData(
  queries: Queries,
  programId: number,
  lookup: LeadLookup,
): Promise<LeadData | undefined> {
  const { click } = lookup
  const foundClick = click === undefined ? undefined : await findClick(queries, programId, click)
  return runLeadLookup(queries, programId, lookup, foundClick)
}

/** A lead request's lookup values. */
export interface LeadLookup {
  click: { uuid: string; receivedAt: Date } | undefined
  customer_key: string | undefined
  email_hash: Buffer | undefined
}

async function runLeadLookup(
  queries: Queries,
  programId: number,
  { click, customer_key, email_hash }: LeadLookup,
  found: LeadClick | undefined,
): Promise<LeadData | undefined> {
  const program = await queries
    .selectFrom('programs')
    .select([
      'id',
      'sandbox',
      'status',
      'time_zone',
      'lead_auth_policy',
      'closed_to_new_referrals',
      'coupon_precedence',
      'attribution_window_days',
      'hold_period_days',
      'per_lead_amount_cents',
      'per_lead_currency',
    ])
    .where('id', '=', programId)
    .executeTakeFirst()
  if (program === undefined) return undefined
  const find = (column: 'customer_key' | 'click_uuid' | 'email_hash', value: string | Buffer | undefined) =>
    value === undefined ? Promise.resolve([]) : findCustomers(queries, programId, column, value)
  const [with_key] = await find('customer_key', customer_key)
  // A click's customers are kept longer than the click.
  const of_click = await find('click_uuid', click?.uuid)
  const with_email = await find('email_hash', email_hash)
  return { program, click: found, with_key, of_click, with_email }
}

export interface NewCustomer {
  customer_key: string | null
  processor_customer_id?: string | null
  email_hash: Buffer | null
  signup_at: Date | null
  signup_day: string | null
  click: LeadClick
  created_at: Date
}

/** Creates a customer. Returns undefined if a concurrent request has used the customer_key. */
export async function insertCustomer(
  transaction: Transaction<Schema>,
  programId: number,
  customer: NewCustomer,
): Promise<number | undefined> {
  const { click, ...columns } = customer
  const row = await transaction
    .insertInto('customers')
    .values({
      ...columns,
      program_id: programId,
      status: customer.signup_at === null ? 'provisional' : 'lead',
      partner_id: click.partner_id,
      link_id: click.link_id,
      click_uuid: click.uuid,
      clicked_at: click.received_at,
    })
    .onConflict((conflict) => conflict.columns(['program_id', 'customer_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** A lead request's details other than the identity. */
export interface LeadDetails {
  source: LeadSource
  session_id: string | undefined
  page_url: string | undefined
  additional_data: Record<string, unknown> | undefined
  coupon?: SentCoupon | undefined
  /** Ignored fields of the request. */
  unknown_fields?: readonly UnknownField[] | undefined
  /** The visit according to the merchant's server. */
  visit?: Visit | undefined
}

type SentDetails = Pick<LeadDetails, 'coupon' | 'unknown_fields' | 'visit'>

/** A lead request's coupon code, as sent, and the active code it matched. */
export interface SentCoupon {
  coupon_code: string
  coupon_id: number | null
  /** The coupon code's effect and the facts behind it; null if there was nothing to decide. */
  decision_facts: DecisionFacts | null
}

export async function insertLead(
  transaction: Transaction<Schema>,
  programId: number,
  customerId: number,
  lead: {
    state: LeadState
    received_at: Date
    details: LeadDetails
    settled_by?: 'payment'
  },
): Promise<number> {
  const { state, received_at, details } = lead
  const row = await transaction
    .insertInto('lead_events')
    .values({
      program_id: programId,
      is_test: false,
      customer_id: customerId,
      state,
      received_at,
      settled_at: state === 'settled' ? received_at : null,
      settled_by: state === 'settled' ? (lead.settled_by ?? details.source) : null,
      ...toColumns(details),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export interface CustomerToSettle {
  customer: LeadCustomer
  by: LeadSettler
  identity: { customer_key: string | undefined; email_hash: Buffer | undefined }
  settledAt: Date
  details?: SentDetails | undefined
  /** The first request's local day. */
  signupDay: string
}

/**
 * Settles a provisional customer and its lead. The signup is counted on the day of its first request (D23). A customer
 * with a purchase stays a conversion.
 * @returns false if a concurrent request has settled or changed the customer
 */
export async function settleCustomer(
  transaction: Transaction<Schema>,
  programId: number,
  { customer, by, identity, settledAt, details = {}, signupDay }: CustomerToSettle,
): Promise<boolean> {
  const updated = await transaction
    .updateTable('customers as c')
    .set({
      signup_at: customer.lead_received_at,
      signup_day: signupDay,
      status: sql`case when c.status = 'provisional' then 'lead' else c.status end`,
      ...identityColumns(identity),
    })
    .where('c.program_id', '=', programId)
    .where('c.id', '=', customer.id)
    .where('c.signup_at', 'is', null)
    .where(hasSameIdentity(customer))
    .returning('c.id')
    .executeTakeFirst()
  if (updated === undefined) return false
  const result = await transaction
    .updateTable('lead_events as l')
    .set({
      state: 'settled',
      settled_at: settledAt,
      settled_by: by,
      ...decisionColumns(details),
      ...(details.visit && visitColumns(details.visit)),
    })
    .where('l.program_id', '=', programId)
    .where('l.id', '=', customer.lead_id)
    .where('l.state', '=', 'provisional')
    .returning('l.id')
    .executeTakeFirst()
  return result !== undefined
}

/**
 * Adds a missing customer_key and email hash to a settled customer.
 * @returns false if a concurrent request has changed the identity
 */
export async function identifyCustomer(
  transaction: Transaction<Schema>,
  programId: number,
  customer: LeadCustomer,
  identity: { customer_key: string | undefined; email_hash: Buffer | undefined },
): Promise<boolean> {
  const updated = await transaction
    .updateTable('customers as c')
    .set(identityColumns(identity))
    .where('c.program_id', '=', programId)
    .where('c.id', '=', customer.id)
    .where(hasSameIdentity(customer))
    .returning('c.id')
    .executeTakeFirst()
  return updated !== undefined
}

/**
 * Stores the click that lost to a settled customer's coupon code, so the click leads to the customer. Changes nothing
 * if the code has already won over another attribution.
 * @returns whether the click was stored
 */
export async function saveLosingClick(
  transaction: Transaction<Schema>,
  programId: number,
  { customer, click, facts }: { customer: LeadCustomer; click: LeadClick; facts: DecisionFacts },
): Promise<boolean> {
  const updated = await transaction
    .updateTable('lead_events as l')
    .set({ decision_facts: sql`coalesce(l.decision_facts, '{}') || ${JSON.stringify(facts)}::jsonb` })
    .where('l.program_id', '=', programId)
    .where('l.id', '=', customer.lead_id)
    .where(sql<boolean>`l.decision_facts ->> 'otherPartnerId' is null`)
    .where(sql<boolean>`l.decision_facts ->> 'previousSource' is null`)
    .returning('l.id')
    .executeTakeFirst()
  if (updated === undefined) return false
  await transaction
    .updateTable('customers')
    .set({ click_uuid: click.uuid })
    .where('program_id', '=', programId)
    .where('id', '=', customer.id)
    .execute()
  return true
}

/** Creates a lead's commission. The lead also stores the amount, for reconciliation. */
export async function insertLeadCommission(
  transaction: Transaction<Schema>,
  commission: {
    program_id: number
    lead_id: number
    customer_id: number
    partner_id: number
    amount_cents: number
    currency: Currency
    hold_until: Date
    created_at: Date
    created_day: string
  },
): Promise<number> {
  const { program_id, lead_id, amount_cents, currency } = commission
  const row = await transaction
    .with('lead', (query) =>
      query
        .updateTable('lead_events')
        .set({ commission_cents: amount_cents, commission_currency: currency })
        .where('program_id', '=', program_id)
        .where('id', '=', lead_id)
        .returning('id'),
    )
    .insertInto('commissions')
    .values({ kind: 'lead', ...commission })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Records a test lead, which is not counted. Returns undefined if the program doesn't exist. */
export async function saveTestLead(
  { kysely }: Database,
  programId: number,
  receivedAt: Date,
  { details, facts }: { details: LeadDetails; facts: TestInfo },
): Promise<number | undefined> {
  const { source, session_id, page_url, additional_data, browser, landing_page } = toColumns(details)
  const result = await sql<{ id: number }>`
    insert into lead_events as l (program_id, is_test, state, source, settled_by, received_at, settled_at,
      session_id, page_url, additional_data, browser, landing_page, test_facts)
    select p.id, true, 'settled', ${source}::text, ${source}::text, ${receivedAt}::timestamptz,
      ${receivedAt}::timestamptz, ${session_id}::text, ${page_url}::text, ${additional_data}::jsonb,
      ${browser}::text, ${landing_page}::text, ${JSON.stringify(facts)}::jsonb
    from programs p where p.id = ${programId}
    returning l.id`.execute(kysely)
  return result.rows[0]?.id
}

/** Returns whether the signup with this trace was erased. */
export async function isErasedSignup(queries: Queries, programId: number, trace: Buffer): Promise<boolean> {
  const row = await queries
    .selectFrom('erased_signups')
    .select('erased_at')
    .where('program_id', '=', programId)
    .where('trace', '=', trace)
    .executeTakeFirst()
  return row !== undefined
}

/** Locks the click against all other transactions that lock it. */
export async function lockClick(
  transaction: Transaction<Schema>,
  programId: number,
  click: { uuid: string; receivedAt: Date },
): Promise<LeadClick | undefined> {
  const row = await selectClick(transaction, programId, click).forUpdate().executeTakeFirst()
  return row && withPartner(transaction, programId, row)
}

/** Returns the live click with this ID, without a lock. */
async function findClick(
  queries: Queries,
  programId: number,
  click: { uuid: string; receivedAt: Date },
): Promise<LeadClick | undefined> {
  const row = await selectClick(queries, programId, click).executeTakeFirst()
  return row && withPartner(queries, programId, row)
}

function selectClick(queries: Queries, programId: number, click: { uuid: string; receivedAt: Date }) {
  return queries
    .selectFrom('click_events as e')
    .select(['e.click_uuid', 'e.received_at', 'e.link_id', 'e.partner_id'])
    .where('e.program_id', '=', programId)
    .where('e.received_at', '=', click.receivedAt)
    .where('e.click_uuid', '=', click.uuid)
    .where('e.is_test', '=', false)
}

async function withPartner(
  queries: Queries,
  programId: number,
  row: { click_uuid: string; received_at: Date; link_id: number | null; partner_id: number | null },
): Promise<LeadClick | undefined> {
  if (row.link_id === null || row.partner_id === null) return undefined
  const partner = await queries
    .selectFrom('program_enrollments')
    .select('status')
    .where('program_id', '=', programId)
    .where('partner_id', '=', row.partner_id)
    .executeTakeFirstOrThrow()
  return {
    uuid: row.click_uuid,
    received_at: row.received_at,
    link_id: row.link_id,
    partner_id: row.partner_id,
    partner_status: partner.status,
  }
}

/**
 * Locks the row for the email's bucket. Several customers may share an email, so no unique key can prevent duplicates.
 */
export async function lockEmail(
  transaction: Transaction<Schema>,
  programId: number,
  email_hash: Buffer,
): Promise<void> {
  const bucket = email_hash.readUInt16BE() % LOCK_BUCKETS
  const lock = () =>
    transaction
      .selectFrom('lead_locks')
      .select('bucket')
      .where('program_id', '=', programId)
      .where('bucket', '=', bucket)
      .forUpdate()
      .executeTakeFirst()
  if ((await lock()) !== undefined) return
  await transaction
    .insertInto('lead_locks')
    .columns(['program_id', 'bucket'])
    .expression((from) =>
      from
        .selectFrom('programs as p')
        .select(['p.id', sql<number>`${bucket}::smallint`.as('bucket')])
        .where('p.id', '=', programId),
    )
    .onConflict((conflict) => conflict.columns(['program_id', 'bucket']).doNothing())
    .execute()
  await lock()
}

/**
 * Returns the customers with this value, newest first and without erased ones. Ordered by ID, because a lock serializes
 * their creation, while clocks may disagree. Customers reported by a browser are always included.
 */
export async function findCustomers(
  queries: Queries,
  programId: number,
  column: 'id' | 'customer_key' | 'click_uuid' | 'email_hash' | 'processor_customer_id',
  value: string | number | Buffer,
): Promise<LeadCustomer[]> {
  const customers = queries
    .selectFrom('customers as c')
    .innerJoin('lead_events as l', (join) =>
      join.on('l.program_id', '=', programId).onRef('l.customer_id', '=', 'c.id'),
    )
    .innerJoin('program_enrollments as pp', (join) =>
      join.on('pp.program_id', '=', programId).onRef('pp.partner_id', '=', 'c.partner_id'),
    )
    .select([
      'c.id',
      'c.customer_key',
      'c.email_hash',
      'c.status',
      'pp.status as partner_status',
      'l.id as lead_id',
      'l.state as lead_state',
      'l.source as lead_source',
      'l.received_at as lead_received_at',
      'c.partner_id',
      'c.attribution_source',
      'c.clicked_at',
      'c.sale_count',
      'c.continued_by',
    ])
    .where('c.program_id', '=', programId)
    .where(`c.${column}`, '=', value)
    .where('c.erased_at', 'is', null)
    .orderBy(sql`l.source = 'browser'`, 'desc')
    .orderBy('c.id', 'desc')
    .limit(CANDIDATES)
  // A customer who continues as another row is found only by ID, through earlier sales.
  const rows = await (column === 'id' ? customers : customers.where('c.continued_by', 'is', null)).execute()
  // PGlite returns a plain Uint8Array, but the rules compare hashes as Buffers.
  const parsedRows = rows.map((row) => ({
    ...row,
    email_hash: row.email_hash === null ? null : Buffer.from(row.email_hash),
  }))
  return parsedRows.sort((a, b) => b.id - a.id)
}

/**
 * Matches a customer only if its identity and row haven't changed since it was read. Requests for one customer may hold
 * different locks (click or email), so the write compares the identity.
 */
function hasSameIdentity({ customer_key, email_hash, continued_by }: LeadCustomer) {
  return sql<boolean>`c.customer_key is not distinct from ${customer_key}::text
    and c.email_hash is not distinct from ${email_hash}::bytea
    and c.continued_by is not distinct from ${continued_by}::bigint`
}

function identityColumns(identity: { customer_key: string | undefined; email_hash: Buffer | undefined }) {
  const { customer_key = null, email_hash = null } = identity
  return {
    customer_key: sql<string | null>`coalesce(c.customer_key, ${customer_key}::text)`,
    email_hash: sql<Buffer | null>`coalesce(c.email_hash, ${email_hash}::bytea)`,
  }
}

function visitColumns(visit: Visit | undefined) {
  return { browser: visit?.browser ?? null, landing_page: visit?.landing_page ?? null }
}

function toColumns(details: LeadDetails) {
  const { source, session_id, page_url, additional_data, visit } = details
  return {
    source,
    ...decisionColumns(details),
    session_id: session_id ?? null,
    page_url: page_url ?? null,
    additional_data: additional_data === undefined ? null : JSON.stringify(additional_data),
    ...visitColumns(visit),
  }
}

/** Returns the columns of a request's coupon code and decision; none without a code or an ignored field. */
function decisionColumns({ coupon, unknown_fields: unknownFields = [] }: SentDetails) {
  const facts = { ...coupon?.decision_facts, ...(unknownFields.length > 0 && { unknownFields }) }
  const hasDecisionFacts = Object.keys(facts).length > 0
  return {
    ...(coupon && { coupon_code: coupon.coupon_code, coupon_id: coupon.coupon_id }),
    ...((hasDecisionFacts || coupon !== undefined) && {
      decision_facts: hasDecisionFacts ? JSON.stringify(facts) : null,
    }),
  }
}
