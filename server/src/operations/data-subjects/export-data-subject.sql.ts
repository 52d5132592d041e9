import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import {
  captureMethodName,
  joinDimensions,
  SENT_WITH_CLICK,
} from '../../tracking/clicks/click-dimensions.sql.ts'
import type { DataSubjectClick, DataSubjectSection, FoundDataSubject } from './data-subject.ts'

export type ExportedRow = Record<string, unknown>

/** Reads the rows of one part of an export as stored, oldest first, at most `most`. */
export async function readDataSubjectPart(
  queries: Queries,
  programId: number,
  { person, part, most }: { person: FoundDataSubject; part: DataSubjectSection; most: number },
): Promise<ExportedRow[]> {
  const { rows } = await sql<{ row: ExportedRow }>`
    select p.row - 'program_id' as row from (${PARTS[part](programId, person)}) p limit ${most}`.execute(
    queries,
  )
  return rows.map(({ row }) => row)
}

export async function countDataSubjectPart(
  queries: Queries,
  programId: number,
  { person, part }: { person: FoundDataSubject; part: DataSubjectSection },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (${PARTS[part](programId, person)}) p`.execute(queries)
  return rows[0]?.n ?? 0
}

type Part = (programId: number, person: FoundDataSubject) => RawBuilder<unknown>

const bigintArray = (ids: readonly number[]) => sql`${[...ids]}::bigint[]`
const textArray = (names: readonly string[]) => sql`${[...names]}::text[]`
const customerIds = ({ customers }: FoundDataSubject) => customers.map(({ id }) => id)

/** Log entries and messages are found by the IDs of the rows that they refer to. */
const refundIds = (id: number, person: FoundDataSubject) => sql`
  select r.id from refund_events r where r.program_id = ${id} and r.sale_id = any (${bigintArray(person.saleIds)})`
const commissionIds = (id: number, person: FoundDataSubject) => sql`
  select m.id from commissions m where m.program_id = ${id} and m.customer_id = any (${bigintArray(customerIds(person))})`
const reviewEventIds = (id: number, person: FoundDataSubject) => sql`
  select k.id from events_for_review k where k.program_id = ${id} and (k.sale_id = any (${bigintArray(person.saleIds)})
    or k.object_id in (
      select r.reference from payment_references r
      where r.program_id = ${id} and r.payment_id = any (${bigintArray(person.paymentIds)})
      union select coalesce(f.refund_id, f.charge_id) from processor_refunds f
      where f.program_id = ${id} and f.payment_id = any (${bigintArray(person.paymentIds)})))`
const messageIds = (id: number, person: FoundDataSubject) => sql`
  select o.id from outbox_events o where o.program_id = ${id} and (
    o.data ->> 'customer_id' = any (${textArray(customerIds(person).map(String))})
    or o.data ->> 'sale_id' = any (${textArray(person.saleIds.map(String))}))`

const paymentsCondition =
  (table: string): Part =>
  (id, person) =>
    sql`
  select to_jsonb(t) as row from ${sql.table(table)} t
  where t.program_id = ${id} and t.payment_id = any (${bigintArray(person.paymentIds)})`

const PARTS: Record<DataSubjectSection, Part> = {
  customers: (id, person) => sql`
    select to_jsonb(c) as row from customers c
    where c.program_id = ${id} and c.id = any (${bigintArray(customerIds(person))}) order by c.id`,
  clicks: (id, person) => selectClicks(id, person.clicks),
  leads: (id, person) => sql`
    select to_jsonb(l) as row from lead_events l
    where l.program_id = ${id} and l.customer_id = any (${bigintArray(customerIds(person))}) order by l.id`,
  sales: (id, person) => sql`
    select to_jsonb(s) as row from sale_events s
    where s.program_id = ${id} and s.id = any (${bigintArray(person.saleIds)}) order by s.id`,
  refunds: (id, person) => sql`
    select to_jsonb(r) as row from refund_events r
    where r.program_id = ${id} and r.sale_id = any (${bigintArray(person.saleIds)}) order by r.id`,
  commissions: (id, person) => sql`
    select to_jsonb(m) as row from commissions m
    where m.program_id = ${id} and m.id in (${commissionIds(id, person)}) order by m.id`,
  commissionChanges: (id, person) => sql`
    select to_jsonb(h) as row from commission_changes h
    where h.program_id = ${id} and h.commission_id in (${commissionIds(id, person)}) order by h.id`,
  payments: (id, person) => sql`
    select to_jsonb(y) as row from processor_payments y
    where y.program_id = ${id} and y.id = any (${bigintArray(person.paymentIds)}) order by y.id`,
  paymentNames: (id, person) => sql`
    ${paymentsCondition('payment_references')(id, person)} union all ${paymentsCondition('payment_shares')(id, person)}`,
  charges: paymentsCondition('processor_charges'),
  processorRefunds: paymentsCondition('processor_refunds'),
  processorCustomers: (id, person) => sql`
    select to_jsonb(i) as row from processor_customers i
    where i.program_id = ${id} and i.reference = any (${textArray(person.processorCustomers)})`,
  eventsForReview: (id, person) => sql`
    select to_jsonb(k) as row from events_for_review k
    where k.program_id = ${id} and k.id in (${reviewEventIds(id, person)}) order by k.id`,
  reconciliationItems: (id, person) => sql`
    select to_jsonb(i) as row from reconciliation_items i
    where i.program_id = ${id} and (i.payment_id = any (${bigintArray(person.paymentIds)}) or i.reference in (
      select r.reference from payment_references r
      where r.program_id = ${id} and r.payment_id = any (${bigintArray(person.paymentIds)}))) order by i.id`,
  messages: (id, person) => sql`
    select to_jsonb(o) as row from outbox_events o
    where o.program_id = ${id} and o.id in (${messageIds(id, person)}) order by o.id`,
  // The path may contain one of the merchant's secrets, so only the host is exported.
  deliveries: (id, person) => sql`
    select to_jsonb(d) || jsonb_build_object('receiver',
      coalesce(regexp_replace(w.url, '^([a-z]+://)([^/?#]*@)?([^/?#]*).*$', '\\1\\3'), w.kind)) as row
    from webhook_deliveries d
    join webhook_endpoints w on w.program_id = ${id} and w.id = d.endpoint_id
    where d.program_id = ${id} and d.event_id in (${messageIds(id, person)}) order by d.id`,
  changes: (id, person) => sql`
    ${changesIn('program_audit_log', id, person)} union all ${changesIn('audit_log', id, person)}`,
  testEvents: (id, person) => sql`
    select to_jsonb(l) || '{"type": "lead"}' as row from lead_events l
    where l.program_id = ${id} and l.id = any (${bigintArray(person.testLeadEventIds)})
    union all
    select to_jsonb(s) || '{"type": "sale"}' as row from sale_events s
    where s.program_id = ${id} and s.id = any (${bigintArray(person.testSaleEventIds)})
    union all ${selectClicks(id, person.testClicks)}`,
  rejectedRequests: (id, person) => sql`
    select to_jsonb(r) as row from rejected_requests r
    where r.program_id = ${id} and r.id = any (${bigintArray(person.rejectedRequestIds)}) order by r.id`,
  claims: (id, person) => sql`
    select to_jsonb(m) as row from claims m
    where m.program_id = ${id} and m.id = any (${bigintArray(person.claimIds)}) order by m.id`,
}

function changesIn(table: 'program_audit_log' | 'audit_log', id: number, person: FoundDataSubject) {
  return sql`
    select to_jsonb(a) as row from ${sql.table(table)} a
    where a.program_id = ${id} and (
      (a.target_type = 'refund' and a.target_id in (select x.id::text from (${refundIds(id, person)}) x))
      or (a.target_type = 'commission' and a.target_id in (select x.id::text from (${commissionIds(id, person)}) x))
      or (a.target_type = 'payment' and a.target_id = any (${textArray(person.paymentIds.map(String))}))
      or (a.target_type = 'processor_event' and a.target_id in (select x.id::text from (${reviewEventIds(id, person)}) x)))`
}

const COLUMNS_OF_VALUES = [
  ...['page_id', 'referrer_id', 'device_id', 'session_uuid'],
  ...['screen_width', 'screen_height', 'viewport_width', 'viewport_height', 'capture_method'],
]

function selectClicks(programId: number, clicks: readonly DataSubjectClick[]) {
  const clickKeys = JSON.stringify(clicks.map(({ received_at, click_uuid }) => ({ received_at, click_uuid })))
  const sentColumns = sql.join(
    Object.entries(SENT_WITH_CLICK).map(([field, value]) => sql`${sql.lit(field)}, ${value('e')}`),
  )
  return sql`
    select to_jsonb(e) - ${textArray(COLUMNS_OF_VALUES)} || jsonb_build_object('type', 'click', ${sentColumns},
      'landing_page', page.landing_page, 'sub_id', page.sub_id, 'referrer_site', referrer.referrer_site,
      'browser', device.browser, 'os', device.os, 'device', device.device, 'language_code', device.language_code,
      'country', device.country, 'capture_method', ${captureMethodName('e')}) as row
    from jsonb_to_recordset(${clickKeys}::jsonb) as w (received_at timestamptz, click_uuid uuid)
    join click_events e on e.program_id = ${programId} and e.received_at = w.received_at
      and e.click_uuid = w.click_uuid
    ${joinDimensions('e', programId)}`
}
