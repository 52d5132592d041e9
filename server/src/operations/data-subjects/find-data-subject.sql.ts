import { sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { DataSubjectClick, DataSubjectCustomer, FoundDataSubject } from './data-subject.ts'

/** The customer key, or every form of the email with its keyed hash. */
export interface DataSubjectNames {
  customerKey: string | undefined
  emails: { address: string; hash: string }[]
}

/** Visits in the same session within this many hours of a click are assumed to come from the same person. */
const SESSION_HOURS = 24

/** Returns the IDs of all rows that a program stores about a data subject. The lists are empty if nothing matches. */
export async function findDataSubject(
  queries: Queries,
  programId: number,
  names: DataSubjectNames,
): Promise<FoundDataSubject> {
  const keyVariants = await findKeyVariants(queries, programId, names.customerKey)
  const customers = await findCustomersByNames(queries, programId, { ...names, keyVariants })
  const ids = customers.map(({ id }) => id)
  const matchedKeys = distinctValues([...keyVariants, ...customers.map((one) => one.customer_key)])
  const keys = distinctValues([names.customerKey, names.customerKey?.trim(), ...matchedKeys])
  const emailHashes = await findOwnHashes(queries, programId, names, customers)
  const emails = names.emails.map(({ address }) => address)
  const pcs = customers.map((one) => one.processor_customer_id).filter(exists)
  const sales = await findSales(queries, programId, ids)
  const identifiers = { keys, emailHashes, processorCustomerIds: pcs, saleIds: sales.map(({ id }) => id) }
  const payments = await findPayments(queries, programId, identifiers)
  const processorCustomerIds = [
    ...new Set([...pcs, ...payments.map((one) => one.processor_customer_id)]),
  ].filter(exists)
  const subscriptionIds = [...new Set([...sales, ...payments].map((one) => one.subscription_id))].filter(
    exists,
  )
  const references = [...processorCustomerIds, ...subscriptionIds]
  const paymentIds = payments.map(({ id }) => id)
  const clicks = await findClicks(queries, programId, ids)
  const rejectedRequestIds = await findRejectedRequests(queries, programId, {
    ...identifiers,
    paymentIds,
    clicks,
  })
  return {
    ...identifiers,
    matchedKeys,
    customers,
    emails,
    processorCustomerIds,
    subscriptionIds,
    paymentIds,
    processorCustomers: await findProcessorCustomers(queries, programId, { keys, emailHashes, references }),
    clicks,
    rejectedRequestIds,
    claimIds: await findClaims(queries, programId, { ...identifiers, paymentIds, rejectedRequestIds }),
    ...(await findTestEvents(queries, programId, [...keys, ...emails])),
  }
}

/**
 * Finds stored variants of a customer key, because some shops send keys with surrounding spaces. No index supports
 * this, so every row with a key is scanned.
 */
async function findKeyVariants(
  queries: Queries,
  programId: number,
  customerKey: string | undefined,
): Promise<string[]> {
  if (customerKey === undefined) return []
  const tables = ['customers', 'processor_payments', 'processor_customers', 'rejected_requests']
  const namedRows = tables.map(
    (table) => sql`select t.customer_key from ${sql.table(table)} t
      where t.program_id = ${programId} and btrim(t.customer_key, ${BLANKS}) = ${customerKey.trim()}`,
  )
  const { rows } = await sql<{
    customer_key: string
  }>`${sql.join(namedRows, sql` union `)} order by 1`.execute(queries)
  return rows.map(({ customer_key }) => customer_key)
}

/** The characters that `trim` removes. */
const BLANKS =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'

function distinctValues(values: readonly (string | null | undefined)[]): string[] {
  return [...new Set(values)].filter(exists)
}

function exists<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined
}

async function findCustomersByNames(
  queries: Queries,
  programId: number,
  { keyVariants, emails }: Pick<DataSubjectNames, 'emails'> & { keyVariants: readonly string[] },
) {
  const { rows } = await sql<DataSubjectCustomer>`
    with recursive of_person as (
      select c.* from customers c
      where c.program_id = ${programId} and c.customer_key = any (${[...keyVariants]}::text[])
      union
      select c.* from customers c
      where c.program_id = ${programId} and c.email_hash = any (
        array(select decode(h, 'hex') from unnest(${emails.map(({ hash }) => hash)}::text[]) h))
      union
      select o.* from of_person n join customers o on o.program_id = ${programId} and o.continued_by = n.id
    )
    select c.id, c.customer_key, encode(c.email_hash, 'hex') as email_hash, c.processor_customer_id, c.click_uuid,
      c.clicked_at
    from of_person c where c.erased_at is null
    order by c.id`.execute(queries)
  return rows
}

/**
 * Returns hashes that belong only to this person. A household may share an email, so when searching by key, the email's
 * hash counts only if no other customer has it.
 */
async function findOwnHashes(
  queries: Queries,
  programId: number,
  { emails }: DataSubjectNames,
  customers: readonly DataSubjectCustomer[],
): Promise<string[]> {
  if (emails.length > 0) return emails.map(({ hash }) => hash)
  const hashes = [...new Set(customers.map(({ email_hash }) => email_hash))].filter(exists)
  if (hashes.length === 0) return []
  const ids = customers.map(({ id }) => id)
  const { rows } = await sql<{ hash: string }>`
    select h.hash from unnest(${hashes}::text[]) as h (hash)
    where not exists (
      select from customers c where c.program_id = ${programId} and c.email_hash = decode(h.hash, 'hex')
        and c.id <> all (${ids}::bigint[]))`.execute(queries)
  return rows.map(({ hash }) => hash)
}

async function findSales(queries: Queries, programId: number, customerIds: readonly number[]) {
  const { rows } = await sql<{ id: number; subscription_id: string | null }>`
    select s.id, s.subscription_id from sale_events s
    where s.program_id = ${programId} and s.customer_id = any (${[...customerIds]}::bigint[])
    order by s.id`.execute(queries)
  return rows
}

type DataSubjectIds = Pick<FoundDataSubject, 'keys' | 'emailHashes' | 'processorCustomerIds' | 'saleIds'>

/** Finds payments for the sales, and unmatched payments that identify this person. */
async function findPayments(
  queries: Queries,
  programId: number,
  { keys, emailHashes, processorCustomerIds, saleIds }: DataSubjectIds,
): Promise<{ id: number; subscription_id: string | null; processor_customer_id: string | null }[]> {
  const { rows } = await sql<{
    id: number
    subscription_id: string | null
    processor_customer_id: string | null
  }>`
    select y.id, y.subscription_id, y.processor_customer_id from processor_payments y
    where y.program_id = ${programId} and y.erased_at is null and (
      y.sale_id = any (${saleIds}::bigint[])
      or (y.sale_id is null and (
        y.customer_key = any (${keys}::text[])
        or (y.customer_key is null and (
          y.reference_key = any (${keys}::text[]) or
          encode(y.email_hash, 'hex') = any (${emailHashes}::text[])
          or y.processor_customer_id = any (${processorCustomerIds}::text[]))))))
    order by y.id`.execute(queries)
  return rows
}

async function findProcessorCustomers(
  queries: Queries,
  programId: number,
  { keys, emailHashes, references }: { keys: string[]; emailHashes: string[]; references: string[] },
): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select i.reference from processor_customers i
    where i.program_id = ${programId} and (
      i.customer_key = any (${keys}::text[])
      or (i.customer_key is null and (
        i.reference_key = any (${keys}::text[]) or encode(i.email_hash, 'hex') = any (${emailHashes}::text[]) or i.reference = any (${references}::text[]))))
    order by i.reference`.execute(queries)
  return rows.map(({ reference }) => reference)
}

/** Finds the clicks that brought these customers, and other visits in the same sessions that brought no customer. */
async function findClicks(
  queries: Queries,
  programId: number,
  customerIds: readonly number[],
): Promise<DataSubjectClick[]> {
  const ids = sql`${[...customerIds]}::bigint[]`
  const { rows } = await sql<DataSubjectClick & { is_own: boolean }>`
    with mine as (
      select distinct c.clicked_at, c.click_uuid from customers c
      where c.program_id = ${programId} and c.id = any (${ids})
    ), brought as (
      select e.received_at, e.click_uuid, coalesce(e.session_id, e.session_uuid::text) as session
      from mine m join click_events e on e.program_id = ${programId} and e.received_at = m.clicked_at
        and e.click_uuid = m.click_uuid
    ), visits as (
      select b.received_at, b.session from brought b where b.session is not null
      union
      select c.clicked_at, l.session_id from lead_events l
      join customers c on c.program_id = ${programId} and c.id = l.customer_id
      where l.program_id = ${programId} and l.customer_id = any (${ids}) and l.session_id is not null
    ), found as (
      select b.received_at, b.click_uuid, true as is_own from brought b
      union
      select e.received_at, e.click_uuid, false
      from visits v join click_events e on e.program_id = ${programId} and not e.is_test
        and e.received_at between v.received_at - make_interval(hours => ${SESSION_HOURS})
          and v.received_at + make_interval(hours => ${SESSION_HOURS})
        and coalesce(e.session_id, e.session_uuid::text) = v.session
      where not exists (select from brought b where b.click_uuid = e.click_uuid)
    )
    select f.received_at, f.click_uuid, f.is_own, exists (
      select from customers o where o.program_id = ${programId} and o.click_uuid = f.click_uuid
        and o.id <> all (${ids})) as is_shared
    from found f order by f.received_at, f.click_uuid`.execute(queries)
  return rows
    .filter(({ is_own, is_shared }) => is_own || !is_shared)
    .map(({ received_at, click_uuid, is_shared }) => ({ received_at, click_uuid, is_shared }))
}

/** Finds rejected requests with the person's key, sale or payment, or a click that no other customer has. */
async function findRejectedRequests(
  queries: Queries,
  programId: number,
  {
    keys,
    saleIds,
    paymentIds,
    clicks,
  }: Pick<FoundDataSubject, 'keys' | 'saleIds' | 'paymentIds'> & { clicks: readonly DataSubjectClick[] },
): Promise<number[]> {
  const own = clicks.filter(({ is_shared }) => !is_shared)
  const uuids = own.map(({ click_uuid }) => click_uuid)
  const { rows } = await sql<{ id: number }>`
    select r.id from rejected_requests r
    where r.program_id = ${programId} and (
      r.customer_key = any (${keys}::text[])
      -- A click ID of this program ends with the click's UUID.
      or right(r.click_id, 36) = any (${uuids}::text[])
      or (r.customer_key is null and r.transaction_id in (
        select s.transaction_id from sale_events s
        where s.program_id = ${programId} and s.id = any (${[...saleIds]}::bigint[])
        union select p.reference from payment_references p
        where p.program_id = ${programId} and p.payment_id = any (${[...paymentIds]}::bigint[]))))
    order by r.id`.execute(queries)
  return rows.map(({ id }) => id)
}

/**
 * Finds claims about the person's orders, by the resulting sale or by an order ID of a sale, payment or rejected
 * request.
 */
async function findClaims(
  queries: Queries,
  programId: number,
  {
    saleIds,
    paymentIds,
    rejectedRequestIds,
  }: Pick<FoundDataSubject, 'saleIds' | 'paymentIds' | 'rejectedRequestIds'>,
): Promise<number[]> {
  const sales = sql`${[...saleIds]}::bigint[]`
  const { rows } = await sql<{ id: number }>`
    select m.id from claims m
    where m.program_id = ${programId} and (
      m.sale_id = any (${sales})
      or m.transaction_id in (
        select s.transaction_id from sale_events s where s.program_id = ${programId} and s.id = any (${sales})
        union select p.reference from payment_references p
        where p.program_id = ${programId} and p.payment_id = any (${[...paymentIds]}::bigint[])
        union select r.transaction_id from rejected_requests r
        where r.program_id = ${programId} and r.id = any (${[...rejectedRequestIds]}::bigint[])))
    order by m.id`.execute(queries)
  return rows.map(({ id }) => id)
}

type TestEvents = Pick<FoundDataSubject, 'testLeadEventIds' | 'testSaleEventIds' | 'testClicks'>

/** Finds test events. They belong to no customer, but match if additional_data contains the key or email as a value. */
async function findTestEvents(
  queries: Queries,
  programId: number,
  values: readonly string[],
): Promise<TestEvents> {
  const lowerCaseValues = sql`${values.map((value) => value.toLowerCase())}::text[]`
  const namesSubject = (alias: string) => sql`${sql.ref(`${alias}.program_id`)} = ${programId}
    and ${sql.ref(`${alias}.is_test`)} and ${sql.ref(`${alias}.additional_data`)} is not null and exists (
      select from jsonb_path_query(${sql.ref(`${alias}.additional_data`)} - 'program_id', 'strict $.**') v
      where jsonb_typeof(v) = 'string' and lower(v #>> '{}') = any (${lowerCaseValues}))`
  const leads = await sql<{ id: number }>`select l.id from lead_events l where ${namesSubject('l')}`.execute(
    queries,
  )
  const sales = await sql<{ id: number }>`select s.id from sale_events s where ${namesSubject('s')}`.execute(
    queries,
  )
  const clicks = await sql<DataSubjectClick>`
    select e.received_at, e.click_uuid, false as is_shared from click_events e where ${namesSubject('e')}`.execute(
    queries,
  )
  return {
    testLeadEventIds: leads.rows.map(({ id }) => id),
    testSaleEventIds: sales.rows.map(({ id }) => id),
    testClicks: clicks.rows,
  }
}
