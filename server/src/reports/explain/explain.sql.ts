import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'
import type { AttributionSource, CustomerStatus, LinkStatus, PaymentState } from '../../core/enums.ts'
import type { ConclusionFacts, NamedReference, RejectedRequestItem, SaleState } from './explain.ts'
import {
  type ClickReference,
  clickReferenceRows,
  joinPartner,
  PARTNER,
  REJECTED_REQUEST,
  selectCouponDecision,
  toIsoSql,
} from './timeline.sql.ts'

export interface CustomerEntry {
  id: number
  customer_key: string | null
  status: CustomerStatus
  click_uuid: string
  clicked_at: Date
  sale_count: number
  attribution_source: AttributionSource
  partner: NamedReference
  /** The customer and their partner. */
  facts: ConclusionFacts
}

export interface ClickEntry {
  click_uuid: string
  received_at: Date
  is_test: boolean
  link_status: LinkStatus | null
  session: string | null
  facts: Pick<ConclusionFacts, 'partner' | 'linkCode'>
}

export interface SaleEntry {
  id: number
  is_test: boolean
  transaction_id: string
  customer_id: number | null
  received_at: Date
}

export interface PaymentEntry {
  id: number
  state: PaymentState
  /** Whether the processor reported a refund or dispute for the payment. */
  is_refunded: boolean
  facts: Pick<ConclusionFacts, 'receivedAt' | 'amountCents' | 'customerKey' | 'paymentReason' | 'couponCode'>
}

export type RejectedRequestEntry = Selectable<Schema['rejected_requests']> & {
  facts: ConclusionFacts & { rejectedRequest: RejectedRequestItem }
}

const CUSTOMER_FACTS = sql`jsonb_build_object('customerId', c.id, 'customerKey', c.customer_key, 'partner', ${PARTNER},
  'partnerStatus', pp.status,
  'clickedAt', case when c.attribution_source = 'click' then ${toIsoSql(sql`c.clicked_at`)} end)`

/** Filters for customers; omitted ones match nothing. */
export interface CustomerNames {
  ids?: readonly number[]
  customer_key?: string | undefined
  click_uuids?: readonly string[]
  /** Matches rows that these customers continue. */
  continued_by?: readonly number[]
  /** In hex. */
  email_hash?: string | undefined
}

/** Returns customers with their partner's status, newest first, without erased ones. */
export async function findCustomerEntries(
  queries: Queries,
  programId: number,
  { ids = [], customer_key, click_uuids = [], continued_by = [], email_hash }: CustomerNames,
  rows: number,
) {
  const key = sql`coalesce(${customer_key ?? null}::text, '')`
  const unionParts = [
    sql`o.id = any (${[...ids]}::bigint[])`,
    sql`o.erased_at is null and o.customer_key = ${key}`,
    sql`o.erased_at is null and o.click_uuid = any (${[...click_uuids]}::uuid[])`,
    sql`o.erased_at is null and o.email_hash = decode(coalesce(${email_hash ?? null}::text, ''), 'hex')`,
    sql`o.erased_at is null and o.continued_by = any (${[...continued_by]}::bigint[])`,
  ].map((matches) => sql`select o.* from customers o where o.program_id = ${programId} and ${matches}`)
  const result = await sql<CustomerEntry>`
    select c.id, c.customer_key, c.status, c.click_uuid, c.clicked_at, c.sale_count, c.attribution_source,
      ${PARTNER} as partner,
      jsonb_strip_nulls(${CUSTOMER_FACTS}) as facts
    from (${sql.join(unionParts, sql` union `)}) c
    ${joinPartner('c', programId)}
    order by c.id desc limit ${rows}`.execute(queries)
  return result.rows
}

/** Returns clicks with their link and partner, oldest first. */
export function listClickEntries(queries: Queries, programId: number, places: readonly ClickReference[]) {
  return selectClicks(queries, programId, clickReferenceRows(places))
}

/**
 * Returns a session's live clicks between the given times, oldest first: `rows` among the first `looked` clicks after
 * each.
 */
export function listSessionClicks(
  queries: Queries,
  programId: number,
  {
    session,
    times,
    looked: scanLimit,
    rows,
  }: { session: string; times: readonly Date[]; looked: number; rows: number },
) {
  const searches = times.slice(1).map(
    (to, index) => sql`(
      select n.click_uuid as uuid, n.received_at as at
      from (
        select c.received_at, c.click_uuid, coalesce(c.session_id, c.session_uuid::text) as session
        from click_events c
        where c.program_id = ${programId} and not c.is_test and c.received_at between ${times[index]} and ${to}
        order by c.received_at limit ${scanLimit}
      ) n
      where n.session = ${session}
      order by n.received_at limit ${rows})`,
  )
  return selectClicks(queries, programId, sql`(${sql.join(searches, sql` union `)}) w`)
}

/** @param places uuid and time of the clicks, as `w` */
async function selectClicks(queries: Queries, programId: number, places: RawBuilder<unknown>) {
  const result = await sql<ClickEntry>`
    select e.click_uuid, e.received_at, e.is_test, l.status as link_status,
      coalesce(e.session_id, e.session_uuid::text) as session,
      jsonb_strip_nulls(jsonb_build_object('partner', ${PARTNER}, 'linkCode', l.code)) as facts
    from ${places}
    join click_events e on e.program_id = ${programId} and e.received_at = w.at and e.click_uuid = w.uuid
    left join links l on l.program_id = ${programId} and l.id = e.link_id
    ${joinPartner('e', programId)}
    order by e.received_at, e.id`.execute(queries)
  return result.rows
}

/** Returns sales by transaction ID or customer, newest first, live and test. */
export async function findSaleEntries(
  queries: Queries,
  programId: number,
  {
    transactionIds = [],
    customerIds = [],
  }: { transactionIds?: readonly string[]; customerIds?: readonly number[] },
  rows: number,
) {
  const result = await sql<SaleEntry>`
    select s.id, s.is_test, s.transaction_id, s.customer_id, s.received_at
    from (
      select o.* from sale_events o
      where o.program_id = ${programId} and o.is_test in (true, false)
        and o.transaction_id = any (${[...transactionIds]}::text[])
      union all
      select o.* from sale_events o
      where o.program_id = ${programId} and o.customer_id = any (${[...customerIds]}::bigint[])
    ) s
    order by s.received_at desc, s.id desc limit ${rows}`.execute(queries)
  return result.rows
}

/** Returns how a sale was decided, and the current state of its commission, refunds and payouts. */
export async function readSaleState(queries: Queries, programId: number, saleId: number) {
  // A payout that only recovers money has not paid anything.
  const lastPayout = (status: 'open' | 'paid') => sql`
    left join lateral (
      select i.payout_id, o.closed_at from payout_items i
      join payouts o on o.program_id = ${programId} and o.id = i.payout_id and o.status = ${status}
      where i.program_id = ${programId} and i.commission_id = m.id and i.amount_cents > 0
      order by i.payout_id desc limit 1
    ) ${sql.ref(status)} on true`
  const result = await sql<SaleState>`
    select s.decision_code, m.status as commission_status, m.rejected_at is not null as is_rejected,
      open.payout_id as open_payout_id, paid.payout_id as paid_payout_id,
      exists (select from refund_events r where r.program_id = ${programId} and r.sale_id = s.id
        and r.voids_sale and r.withdrawn_at is null) as is_void,
      exists (select from refund_events r where r.program_id = ${programId} and r.sale_id = s.id
        and r.kind = 'dispute' and r.amount_cents > 0 and r.withdrawn_at is null) as is_disputed,
      jsonb_strip_nulls(case when c.id is null then '{}' else ${CUSTOMER_FACTS} end || jsonb_build_object(
        'saleId', s.id, 'transactionId', s.transaction_id, 'receivedAt', ${toIsoSql(sql`s.received_at`)}, 'currency', s.currency,
        'amountCents', s.amount_cents, 'refundedCents', nullif(s.refunded_cents, 0),
        'hasDuplicateRefund', (select true from refund_events r
          join events_for_review v on v.program_id = ${programId} and v.refund_event_id = r.id and v.resolved_at is null
          where r.program_id = ${programId} and r.sale_id = s.id limit 1),
        'couponDecision', coalesce(${selectCouponDecision('s', programId)}, ${selectCouponDecision('l', programId)}))
      || case when m.id is null then coalesce(s.decision_facts, '{}') - '{unknownFields,isClickUnused,unusedClickPartnerId}'::text[] else jsonb_build_object(
        'commissionId', m.id, 'initialCents', m.amount_cents,
        'commissionCents', m.amount_cents - m.reversed_cents, 'paidCents', m.paid_cents,
        'holdUntil', ${toIsoSql(sql`m.hold_until`)}, 'holdReason', m.hold_reason, 'paidAt', ${toIsoSql(sql`paid.closed_at`)},
        'payoutHoldReason', pp.payout_hold_reason, 'rejectedReason', h.reason, 'taxCents',
        case when y.type = 'percent' and y.commission_base = 'amount_without_tax' then nullif(s.tax_amount_cents, 0) end) end)
        as facts
    from sale_events s
    left join customers c on c.program_id = ${programId} and c.id = s.customer_id
    left join lead_events l on l.program_id = ${programId} and l.customer_id = s.customer_id
    left join commissions m on m.program_id = ${programId} and m.sale_id = s.id
    left join commission_policies y on y.program_id = ${programId} and y.id = m.policy_id
    ${joinPartner('s', programId)}
    left join lateral (
      select x.reason from commission_changes x
      where x.program_id = ${programId} and x.commission_id = m.id and x.to_status = 'reversed' and m.rejected_at is not null
      order by x.id desc limit 1
    ) h on true
    ${lastPayout('open')}
    ${lastPayout('paid')}
    where s.program_id = ${programId} and s.id = ${saleId}`.execute(queries)
  return result.rows[0]
}

/**
 * Returns the payments that the processor reported with one of these transaction IDs. A payment that has a sale but no
 * amount or invoice exists only because the merchant reported the sale.
 */
export async function findPaymentEntries(queries: Queries, programId: number, references: readonly string[]) {
  const result = await sql<PaymentEntry>`
    select y.id, y.state, exists (select from processor_refunds f
        where f.program_id = ${programId} and f.payment_id = y.id and not f.is_withdrawn) as is_refunded,
      jsonb_strip_nulls(jsonb_build_object('receivedAt', ${toIsoSql(sql`y.created_at`)}, 'amountCents', y.amount_cents,
        'customerKey', y.customer_key, 'paymentReason', y.reason, 'couponCode', y.coupon_code)) as facts
    from processor_payments y
    where y.program_id = ${programId} and (y.sale_id is null or y.amount_cents is not null or y.bill_id is not null)
      and y.id in (
      select r.payment_id from payment_references r
      where r.program_id = ${programId} and r.reference = any (${[...references]}::text[]) and not r.is_from_sale)
    order by y.id`.execute(queries)
  return result.rows
}

/** An identifier that may be misspelled, or known in another program. */
export interface SearchedName {
  by: 'customerKey' | 'transactionId'
  name: string
}

/**
 * Finds similar identifiers: of any age if they differ only in overall case or surrounding spaces, which an index
 * supports; in mixed case, only among the newest `looked` rows.
 */
export async function findSimilarName(
  queries: Queries,
  programId: number,
  { by, name, variants, looked: scanLimit }: SearchedName & { variants: readonly string[]; looked: number },
): Promise<string | undefined> {
  const isOrder = by === 'transactionId'
  const from = sql.table(isOrder ? 'sale_events' : 'customers')
  const referenceColumn = sql.ref(isOrder ? 't.transaction_id' : 't.customer_key')
  // Uses all columns of the unique key, because without the mode no index is used.
  const inModes = isOrder ? sql`and t.is_test in (true, false)` : sql``
  const blanks = sql.lit(' \t\r\n')
  const result = await sql<{ name: string }>`
    select f.name from (
      select ${referenceColumn} as name from ${from} t
      where t.program_id = ${programId} ${inModes} and ${referenceColumn} = any (${[...variants]}::text[])
      union
      select n.name from (
        select ${referenceColumn} as name from ${from} t where t.program_id = ${programId} order by t.id desc limit ${scanLimit}
      ) n
      where lower(btrim(n.name, ${blanks})) = lower(btrim(${name}::text, ${blanks}))
    ) f
    where f.name <> ${name}::text
    order by f.name limit 1`.execute(queries)
  return result.rows[0]?.name
}

/** Lists other programs in the workspace that the query may have meant. */
export function listOtherPrograms(
  queries: Queries,
  { id, workspace_id }: { id: number; workspace_id: string },
  rows: number,
) {
  return queries
    .selectFrom('workspace_programs')
    .select('program_id as id')
    .where('workspace_id', '=', workspace_id)
    .where('program_id', '<>', id)
    .orderBy('program_id', 'desc')
    .limit(rows)
    .execute()
}

/** Returns this program's name if it has a customer, or a live or rejected sale, with this identifier. */
export async function findProgramThatKnows(queries: Queries, programId: number, { by, name }: SearchedName) {
  const isKnown =
    by === 'customerKey'
      ? sql`exists (select from customers c
          where c.program_id = ${programId} and c.customer_key = ${name} and c.erased_at is null)`
      : sql`exists (select from sale_events s
          where s.program_id = ${programId} and s.is_test = false and s.transaction_id = ${name})
        or exists (select from rejected_requests r
          where r.program_id = ${programId} and r.is_authenticated and r.transaction_id = ${name})`
  const result = await sql<NamedReference>`
    select p.id, p.name from programs p where p.id = ${programId} and (${isKnown})`.execute(queries)
  return result.rows[0]
}

/** Filters for rejected requests. A request matches if any filter does. */
export interface RejectedRequestNames {
  transactionIds: readonly string[]
  customerKeys: readonly string[]
  clickIds: readonly string[]
  /** Whether customers and clicks match only signups and clicks, without other purchases. */
  isOrder: boolean
}

/**
 * Returns rejected requests with any of these identifiers, newest first. Requests with a valid key come first, so those
 * that anyone can send can't displace them.
 */
export async function listRejectedRequestEntries(
  queries: Queries,
  programId: number,
  { transactionIds, customerKeys, clickIds, isOrder }: RejectedRequestNames,
  rows: number,
) {
  const typeFilter = isOrder ? sql`and o.type in ('lead', 'click')` : sql``
  const unionParts = [
    sql`o.transaction_id = any (${[...transactionIds]}::text[])`,
    sql`o.customer_key = any (${[...customerKeys]}::text[]) ${typeFilter}`,
    sql`o.click_id = any (${[...clickIds]}::text[]) ${typeFilter}`,
  ].map(
    (matches) => sql`select o.* from rejected_requests o where o.program_id = ${programId} and ${matches}`,
  )
  const result = await sql<RejectedRequestEntry>`
    select r.*, jsonb_build_object('rejectedRequest', ${REJECTED_REQUEST}) || jsonb_strip_nulls(jsonb_build_object(
      'transactionId', r.transaction_id, 'customerKey', r.customer_key, 'clickId', r.click_id, 'linkCode', r.link_code,
      'couponProblem', r.decision_facts -> 'coupon',
      'couponCode', case when r.decision_facts ->> 'coupon' is not null then r.coupon_code end)) as facts
    from (${sql.join(unionParts, sql` union `)}) r
    order by r.is_authenticated desc, r.last_at desc, r.id desc limit ${rows}`.execute(queries)
  return result.rows
}
