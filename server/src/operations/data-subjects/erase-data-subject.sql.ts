import { CompiledQuery, sql, type Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'
import type { Pseudonym } from '../../tracking/processors/erase-payments.sql.ts'
import type { DataSubjectClick, FoundDataSubject } from './data-subject.ts'

/**
 * Turns off audit triggers in this transaction, because they would log the erased data, and allows the transaction to
 * edit the log.
 */
export async function beginErasing(transaction: Queries): Promise<void> {
  // Unlike `set_config`, `set local` is propagated to the nodes of a cluster.
  await transaction.executeQuery(CompiledQuery.raw("set local affiliate.erasing = 'on'"))
}

/**
 * Serializes a program's erasures with each other, and with writers that store an identifier without locking a customer
 * row, such as rejected requests. Clicks, signups and sales take weaker locks and continue.
 */
export async function lockErasures(transaction: Queries, programId: number): Promise<void> {
  await sql`select p.id from programs p where p.id = ${programId} for no key update`.execute(transaction)
}

/** Locks these customers, then their sales. */
export async function lockCustomersAndSales(
  transaction: Transaction<Schema>,
  programId: number,
  customerIds: readonly number[],
): Promise<void> {
  const ids = sql`${[...customerIds]}::bigint[]`
  await sql`select c.id from customers c where c.program_id = ${programId} and c.id = any (${ids})
    order by c.id for update`.execute(transaction)
  await sql`select s.id from sale_events s where s.program_id = ${programId} and s.customer_id = any (${ids})
    order by s.id for update`.execute(transaction)
}

export interface ErasedCustomer {
  id: number
  pseudonym: string
  /** Replaces the click ID that the visitor's cookie contains. */
  click_uuid: string
}

export async function eraseCustomers(
  queries: Queries,
  programId: number,
  { customers, at }: { customers: readonly ErasedCustomer[]; at: Date },
): Promise<void> {
  const customerRows = sql`jsonb_to_recordset(${JSON.stringify(customers)}::jsonb)
    as n (id bigint, pseudonym text, click_uuid uuid)`
  await sql`
    update customers as c set customer_key = n.pseudonym, click_uuid = n.click_uuid, email_hash = null,
      processor_customer_id = null, erased_at = ${at}::timestamptz
    from ${customerRows} where c.program_id = ${programId} and c.id = n.id`.execute(queries)
  await sql`
    update lead_events as l set session_id = null, page_url = null, additional_data = null, coupon_code = null,
      landing_page = null
    from ${customerRows} where l.program_id = ${programId} and l.customer_id = n.id`.execute(queries)
  await sql`
    update customer_attributions as a set reason = null
    from ${customerRows} where a.program_id = ${programId} and a.customer_id = n.id`.execute(queries)
  await sql`
    update sale_events as s set click_uuid = n.click_uuid
    from ${customerRows} where s.program_id = ${programId} and s.customer_id = n.id`.execute(queries)
}

/** Returns old and new identifiers of sales and refunds. */
export async function listSaleIdentifiers(
  queries: Queries,
  programId: number,
  saleIds: readonly number[],
): Promise<string[]> {
  const ids = sql`${[...saleIds]}::bigint[]`
  const { rows } = await sql<{ name: string }>`
    select s.transaction_id as name from sale_events s where s.program_id = ${programId} and s.id = any (${ids})
    union
    select r.refund_id from refund_events r where r.program_id = ${programId} and r.sale_id = any (${ids})`.execute(
    queries,
  )
  return rows.map(({ name }) => name)
}

/**
 * Erases sales. Amounts, currency, dates, product and status remain, and the transaction ID is replaced by its
 * pseudonym.
 */
export async function eraseSales(
  transaction: Transaction<Schema>,
  programId: number,
  { saleIds, names, at }: { saleIds: readonly number[]; names: readonly Pseudonym[]; at: Date },
): Promise<void> {
  const ids = sql`${[...saleIds]}::bigint[]`
  const nameRows = sql`jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as n (name text, erased text)`
  await sql`
    update sale_events as s set transaction_id = n.erased, subscription_id = null, provider_payment_id = null,
      additional_data = null, coupon_code = null, landing_page = null, erased_at = ${at}::timestamptz
    from ${nameRows} where s.program_id = ${programId} and s.id = any (${ids}) and s.transaction_id = n.name`.execute(
    transaction,
  )
  await sql`
    update refund_events as r set refund_id = n.erased, reason = null
    from ${nameRows} where r.program_id = ${programId} and r.sale_id = any (${ids}) and r.refund_id = n.name`.execute(
    transaction,
  )
}

/** Erases reasons entered by users, which may contain the person's name. Those set by the service remain. */
export async function eraseReasons(
  queries: Queries,
  programId: number,
  customerIds: readonly number[],
): Promise<void> {
  await sql`
    update commission_changes as h set reason = case
      when h.reason ~ '^(refund|refund failed|dispute|dispute won): ' then split_part(h.reason, ': ', 1)
      when h.actor = 'user' and h.reason <> 'approved manually' then 'erased'
      else h.reason end
    from commissions m
    where h.program_id = ${programId} and m.program_id = ${programId} and m.id = h.commission_id
      and m.customer_id = any (${[...customerIds]}::bigint[])`.execute(queries)
}

/** Deletes processor mappings and removes keys and emails from other payments. */
export async function eraseMentions(
  queries: Queries,
  programId: number,
  person: FoundDataSubject,
): Promise<void> {
  const { keys, emailHashes, processorCustomers } = person
  await sql`
    delete from processor_customers as i
    where i.program_id = ${programId} and i.reference = any (${processorCustomers}::text[])`.execute(queries)
  for (const table of ['processor_customers', 'processor_payments']) {
    await sql`
      update ${sql.table(table)} as t set
        customer_key = case when t.customer_key = any (${keys}::text[]) then null else t.customer_key end,
        reference_key = case when t.reference_key = any (${keys}::text[]) then null else t.reference_key end,
        email_hash = case when encode(t.email_hash, 'hex') = any (${emailHashes}::text[]) then null else t.email_hash end
      where t.program_id = ${programId}
        and (t.customer_key = any (${keys}::text[]) or t.reference_key = any (${keys}::text[]) or encode(t.email_hash, 'hex') = any (${emailHashes}::text[]))`.execute(
      queries,
    )
  }
}

/** An erased click. It keeps its timestamp, link and partner, which statistics need. */
export interface ErasedClick extends Pick<DataSubjectClick, 'click_uuid' | 'received_at'> {
  new_uuid: string
}

export async function eraseClicks(
  queries: Queries,
  programId: number,
  clicks: readonly ErasedClick[],
): Promise<void> {
  const clickRows = sql`jsonb_to_recordset(${JSON.stringify(clicks)}::jsonb)
    as n (received_at timestamptz, click_uuid uuid, new_uuid uuid)`
  await sql`
    update click_events as e set click_uuid = n.new_uuid, session_id = null, session_uuid = null,
      additional_data = null, consent = null, page_id = null, referrer_id = null, device_id = null,
      screen_width = null, screen_height = null, viewport_width = null, viewport_height = null
    from ${clickRows} where e.program_id = ${programId} and e.received_at = n.received_at
      and e.click_uuid = n.click_uuid`.execute(queries)
}

/** Click dimensions for a month. */
export interface MonthDimensions {
  month: string
  ids: number[]
}

export async function listClickDimensions(
  queries: Queries,
  programId: number,
  clicks: readonly DataSubjectClick[],
) {
  const clickRows = sql`jsonb_to_recordset(${JSON.stringify(clicks)}::jsonb)
    as n (received_at timestamptz, click_uuid uuid)`
  const { rows } = await sql<MonthDimensions>`
    select date_trunc('month', e.received_at at time zone 'UTC')::date::text as month, array_agg(distinct d.id) as ids
    from ${clickRows} join click_events e on e.program_id = ${programId} and e.received_at = n.received_at
      and e.click_uuid = n.click_uuid
    cross join lateral (values (e.page_id), (e.referrer_id), (e.device_id)) as d (id)
    where d.id is not null group by 1`.execute(queries)
  return rows
}

/**
 * Clears dimensions that no click uses anymore, in one pass over the month's clicks. The ID stays reserved, so that a
 * click being saved with it shows nothing, and later clicks get a new ID.
 */
export async function eraseUnusedDimensions(
  queries: Queries,
  programId: number,
  { month, ids }: MonthDimensions,
): Promise<void> {
  const emptyAssignments = sql.join(VALUES_OF_DIMENSIONS.map((column) => sql`${sql.ref(column)} = null`))
  await sql`
    update click_dimensions as d set rest = 0, ${emptyAssignments}
    where d.program_id = ${programId} and d.month = ${month}::date and d.id = any (${ids}::integer[]) and d.id not in (
      select u.id from click_events e
      cross join lateral (values (e.page_id), (e.referrer_id), (e.device_id)) as u (id)
      where e.program_id = ${programId}
        and e.received_at >= ${month}::date::timestamp at time zone 'UTC'
        and e.received_at < (${month}::date + interval '1 month') at time zone 'UTC'
        and u.id = any (${ids}::integer[]))`.execute(queries)
}

const VALUES_OF_DIMENSIONS = [
  ...['affiliate_url', 'page_url', 'page_title', 'landing_page', 'sub_id', 'referrer_url', 'referrer_site'],
  ...['user_agent', 'browser', 'os', 'device', 'language', 'language_code', 'country', 'timezone'],
  ...['screen_resolution', 'viewport_size'],
]

/**
 * Replaces identifiers in sent and pending webhook events and clears responses. Deliveries in progress are treated as
 * unfinished and are sent again. Citus only allows functions that don't depend on session settings, so IDs are passed
 * as jsonb and times as UTC.
 */
export async function eraseMessages(
  queries: Queries,
  programId: number,
  { person, names }: { person: FoundDataSubject; names: readonly Pseudonym[] },
): Promise<void> {
  const customers = sql`${person.customers.map(({ id }) => String(id))}::text[]`
  const sales = sql`${person.saleIds.map(String)}::text[]`
  const concernsDataSubject = sql`(o.data ->> 'customer_id' = any (${customers}) or o.data ->> 'sale_id' = any (${sales}))`
  await sql`
    update outbox_events as o set data = jsonb_set(o.data, '{transaction_id}', n.erased)
    from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as n (name text, erased jsonb)
    where o.program_id = ${programId} and ${concernsDataSubject} and o.data ->> 'transaction_id' = n.name`.execute(
    queries,
  )
  await sql`
    update webhook_deliveries as d set last_response = null, last_error = null,
      claimed_until = (d.claimed_until at time zone 'UTC' - interval '1 ms') at time zone 'UTC'
    from outbox_events o
    where d.program_id = ${programId} and o.program_id = ${programId} and o.id = d.event_id and ${concernsDataSubject}`.execute(
    queries,
  )
}

export async function eraseTestEvents(
  queries: Queries,
  programId: number,
  { testLeadEventIds, testSaleEventIds }: FoundDataSubject,
): Promise<void> {
  await sql`
    update lead_events as l set session_id = null, page_url = null, landing_page = null, additional_data = null,
      test_facts = null
    where l.program_id = ${programId} and l.is_test and l.id = any (${testLeadEventIds}::bigint[])`.execute(
    queries,
  )
  await sql`
    update sale_events as s set subscription_id = null, provider_payment_id = null, landing_page = null,
      additional_data = null,
      test_facts = null
    where s.program_id = ${programId} and s.is_test and s.id = any (${testSaleEventIds}::bigint[])`.execute(
    queries,
  )
}

export async function listRejectedRequestIdentifiers(
  queries: Queries,
  programId: number,
  rejectedRequestIds: readonly number[],
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct r.transaction_id as name from rejected_requests r
    where r.program_id = ${programId} and r.id = any (${[...rejectedRequestIds]}::bigint[])
      and r.transaction_id is not null`.execute(queries)
  return rows.map(({ name }) => name)
}

/** Anonymizes rejected requests. Duplicates of a sale still count, under its pseudonym. */
export async function eraseRejectedRequests(
  queries: Queries,
  programId: number,
  { rejectedRequestIds, names }: { rejectedRequestIds: readonly number[]; names: readonly Pseudonym[] },
): Promise<void> {
  const ids = sql`${[...rejectedRequestIds]}::bigint[]`
  const nameRows = sql`jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as n (name text, erased text)`
  // A duplicate stored under the pseudonym already has this unique key.
  await sql`
    delete from rejected_requests as r using ${nameRows}
    where r.program_id = ${programId} and r.id = any (${ids}) and r.code = 'duplicate_transaction'
      and r.transaction_id = n.name and n.name <> n.erased and exists (
        select from rejected_requests o where o.program_id = ${programId} and o.code = 'duplicate_transaction'
          and o.is_test = r.is_test and o.transaction_id = n.erased)`.execute(queries)
  await sql`
    update rejected_requests as r set customer_key = null, click_id = null, amount = null, currency = null,
      coupon_code = null, decision_facts = null, landing_page = null
    where r.program_id = ${programId} and r.id = any (${ids})`.execute(queries)
  await sql`
    update rejected_requests as r set transaction_id = n.erased
    from ${nameRows} where r.program_id = ${programId} and r.id = any (${ids}) and r.transaction_id = n.name`.execute(
    queries,
  )
}

export async function listClaimIdentifiers(
  queries: Queries,
  programId: number,
  claimIds: readonly number[],
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct m.transaction_id as name from claims m
    where m.program_id = ${programId} and m.id = any (${[...claimIds]}::bigint[])
      and m.transaction_id is not null`.execute(queries)
  return rows.map(({ name }) => name)
}

/** Erases claims. They keep their decision, the order ID becomes its pseudonym, and their texts are deleted. */
export async function eraseClaims(
  transaction: Transaction<Schema>,
  programId: number,
  { claimIds, names }: { claimIds: readonly number[]; names: readonly Pseudonym[] },
): Promise<void> {
  const ids = sql`${[...claimIds]}::bigint[]`
  await sql`
    update claims as m set note = null, message = null where m.program_id = ${programId} and m.id = any (${ids})`.execute(
    transaction,
  )
  await sql`
    update claims as m set transaction_id = n.erased
    from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as n (name text, erased text)
    where m.program_id = ${programId} and m.id = any (${ids}) and m.transaction_id = n.name`.execute(
    transaction,
  )
}

/** Audit log fields of refunds, payments and processor events that may identify a person. */
const NAMING = [
  'transaction_id',
  'refund_id',
  'bill_id',
  'object_id',
  'subscription_id',
  'click_id',
  'customer_key',
  'processor_customer_id',
]

/** Removes the person's identifiers and the reasons of these refunds from the audit log. */
export async function eraseChanges(
  queries: Queries,
  programId: number,
  { person, values }: { person: FoundDataSubject; values: readonly string[] },
): Promise<void> {
  const names = sql`v.key = any (${NAMING}::text[]) and v.value #>> '{}' = any (${[...values]}::text[])`
  const isReason = sql`v.key = 'reason' and v.value <> 'null' and a.target_type = 'refund'
    and a.target_id in (select x.id from refund x)`
  const withoutNames = (column: string) => sql`(
    select jsonb_object_agg(v.key, case when (${names}) or (${isReason}) then '"erased"'::jsonb else v.value end)
    from jsonb_each(${sql.ref(column)}) v)`
  const isNamed = (column: string) => sql`exists (
    select from jsonb_each(coalesce(${sql.ref(column)}, '{}')) v where (${names}) or (${isReason}))`
  for (const table of ['program_audit_log', 'audit_log']) {
    await sql`
      with refund as (
        select r.id::text as id from refund_events r
        where r.program_id = ${programId} and r.sale_id = any (${person.saleIds}::bigint[])
      )
      update ${sql.table(table)} as a set
        before = case when a.before is null then null else ${withoutNames('a.before')} end,
        after = case when a.after is null then null else ${withoutNames('a.after')} end
      where a.program_id = ${programId} and a.target_type in ('refund', 'payment', 'processor_event')
        and (${isNamed('a.before')} or ${isNamed('a.after')})`.execute(queries)
  }
}

/** Saves hashes of the erased signups, which identify them from now on. */
export async function insertErasedSignups(
  queries: Queries,
  programId: number,
  { traces, at }: { traces: readonly Buffer[]; at: Date },
): Promise<void> {
  if (traces.length === 0) return
  await queries
    .insertInto('erased_signups')
    .values(traces.map((trace) => ({ program_id: programId, trace, erased_at: at })))
    .onConflict((conflict) => conflict.columns(['program_id', 'trace']).doNothing())
    .execute()
}
