import { type Selectable, sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'
import type { CustomerStatus, PaymentState, UnattributedReason } from '../../core/enums.ts'
import type { Facts, Named, SaleState } from './explain.ts'
import { couponDecisionOf, isoOf } from './timeline.sql.ts'

/** A click's position: the timestamp in its ID leads to its partition. */
export interface ClickPlace {
  uuid: string
  at: Date
}

export interface CustomerEntry {
  id: number
  customer_key: string | null
  status: CustomerStatus
  click_uuid: string
  clicked_at: Date
  /** Whether a click, rather than a team member, attributed the customer. */
  is_of_click: boolean
  partner: Named
  /** The customer and their partner. */
  facts: Facts
}

export interface ClickEntry {
  click_uuid: string
  received_at: Date
  is_test: boolean
  link_id: number | null
  partner: Named | null
  code: string | null
  session: string | null
}

export interface SaleEntry {
  id: number
  is_test: boolean
  transaction_id: string
  customer_id: number | null
  received_at: Date
}

export interface PaymentEntry {
  state: PaymentState
  reason: UnattributedReason | null
  amount_cents: number | null
  customer_key: string | null
  sale_id: number | null
  created_at: Date
}

export type RejectedRequestEntry = Selectable<Schema['rejected_requests']>
export type ProgramEntry = NonNullable<Awaited<ReturnType<typeof findProgramEntry>>>

export function findProgramEntry(queries: Queries, programId: number) {
  return queries
    .selectFrom('programs')
    .select(['id', 'name', 'workspace_id', 'status', 'time_zone', 'attribution_window_days'])
    .select(['commission_approval', 'sandbox', 'clock_ahead_ms'])
    .where('id', '=', programId)
    .executeTakeFirst()
}

/** Partner as JSON. */
const PARTNER = sql`jsonb_build_object('id', p.id, 'name', p.name)`

const CUSTOMER_FACTS = sql`jsonb_build_object('customerId', c.id, 'customerKey', c.customer_key, 'partner', ${PARTNER},
  'partnerStatus', pp.status, 'clickedAt', ${isoOf(sql`c.clicked_at`)})`

/** Filters for customers; omitted ones match nothing. */
export interface CustomerNames {
  ids?: readonly number[]
  customer_key?: string | undefined
  click_uuids?: readonly string[]
  /** In hex. */
  email_hash?: string | undefined
}

/** Returns customers with their partner's status, newest first, without erased ones. */
export async function findCustomerEntries(
  queries: Queries,
  programId: number,
  { ids = [], customer_key, click_uuids = [], email_hash }: CustomerNames,
  rows: number,
) {
  const result = await sql<CustomerEntry>`
    select c.id, c.customer_key, c.status, c.click_uuid, c.clicked_at, c.attribution_source = 'click' as is_of_click,
      ${PARTNER} as partner, jsonb_strip_nulls(${CUSTOMER_FACTS}) as facts
    from (
      select o.* from customers o where o.program_id = ${programId} and o.id = any (${[...ids]}::bigint[])
      union
      select o.* from customers o
      where o.program_id = ${programId} and o.customer_key = coalesce(${customer_key ?? null}::text, '') and o.erased_at is null
      union
      select o.* from customers o
      where o.program_id = ${programId} and o.click_uuid = any (${[...click_uuids]}::uuid[]) and o.erased_at is null
      union
      select o.* from customers o
      where o.program_id = ${programId} and o.email_hash = decode(coalesce(${email_hash ?? null}::text, ''), 'hex')
        and o.erased_at is null
      union
      select o.* from customers n
      join customers o on o.program_id = ${programId} and o.continued_by = n.id and o.erased_at is null
      where n.program_id = ${programId} and n.customer_key = coalesce(${customer_key ?? null}::text, '') and n.erased_at is null
    ) c
    join program_enrollments pp on pp.program_id = ${programId} and pp.partner_id = c.partner_id
    join partners p on p.workspace_id = pp.workspace_id and p.id = pp.partner_id
    order by c.id desc limit ${rows}`.execute(queries)
  return result.rows
}

/** Returns clicks with link and partner, oldest first. */
export async function listClickEntries(queries: Queries, programId: number, places: readonly ClickPlace[]) {
  const wanted = JSON.stringify(places.map(({ uuid, at }) => ({ uuid, at: at.toISOString() })))
  const result = await sql<ClickEntry>`
    select e.click_uuid, e.received_at, e.is_test, e.link_id, l.code, case when p.id is not null then ${PARTNER} end as partner,
      coalesce(e.session_id, e.session_uuid::text) as session
    from jsonb_to_recordset(${wanted}::jsonb) as w (uuid uuid, at timestamptz)
    join click_events e on e.program_id = ${programId} and e.received_at = w.at and e.click_uuid = w.uuid
    left join links l on l.program_id = ${programId} and l.id = e.link_id
    left join program_enrollments pp on pp.program_id = ${programId} and pp.partner_id = e.partner_id
    left join partners p on p.workspace_id = pp.workspace_id and p.id = pp.partner_id
    order by e.received_at, e.id`.execute(queries)
  return result.rows
}

/** The search for other visits of a session. */
export interface SessionSearch {
  session: string
  from: Date
  to: Date
  /** Maximum number of clicks read, nearest to `from`. */
  looked: number
  rows: number
}

/** Returns the live clicks of a session among the first `looked` clicks of a time range. */
export async function listSessionClicks(
  queries: Queries,
  programId: number,
  { session, from, to, looked, rows }: SessionSearch,
) {
  const result = await sql<ClickPlace>`
    select n.click_uuid as uuid, n.received_at as at
    from (
      select c.received_at, c.click_uuid, coalesce(c.session_id, c.session_uuid::text) as session
      from click_events c
      where c.program_id = ${programId} and not c.is_test and c.received_at between ${from} and ${to}
      order by c.received_at limit ${looked}
    ) n
    where n.session = ${session}
    order by n.received_at limit ${rows}`.execute(queries)
  return result.rows
}

/**
 * Returns sales by transaction ID or customer, newest first, live and test.
 */
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

/** Returns the transaction ID of a sale by its number. */
export async function findTransactionId(
  queries: Queries,
  programId: number,
  saleId: number,
): Promise<string | undefined> {
  const sale = await queries
    .selectFrom('sale_events')
    .select('transaction_id')
    .where('program_id', '=', programId)
    .where('id', '=', saleId)
    .executeTakeFirst()
  return sale?.transaction_id
}

/** Returns how a sale was decided, and the current state of its commission, refunds and payouts. */
export async function readSaleState(queries: Queries, programId: number, saleId: number) {
  // A payout that only recovers money has paid nothing.
  const lastPayout = (status: 'open' | 'paid') => sql`
    left join lateral (
      select i.payout_id, o.closed_at from payout_items i
      join payouts o on o.program_id = ${programId} and o.id = i.payout_id and o.status = ${status}
      where i.program_id = ${programId} and i.commission_id = m.id and i.amount_cents > 0
      order by i.payout_id desc limit 1
    ) ${sql.ref(status)} on true`
  const result = await sql<SaleState>`
    select s.is_test, s.decision_code, s.decision_facts,
      coalesce(${couponDecisionOf('s', programId)}, ${couponDecisionOf('l', programId)}) as coupon_decision, m.status as commission_status, m.rejected_at is not null as is_rejected,
      pp.status as partner_status, pp.payout_hold_reason, open.payout_id as open_payout_id, paid.payout_id as paid_payout_id,
      exists (select from refund_events r where r.program_id = ${programId} and r.sale_id = s.id
        and r.voids_sale and r.withdrawn_at is null) as is_void,
      exists (select from refund_events r where r.program_id = ${programId} and r.sale_id = s.id
        and r.kind = 'dispute' and r.amount_cents > 0 and r.withdrawn_at is null) as is_disputed,
      jsonb_strip_nulls(case when c.id is null then '{}' else ${CUSTOMER_FACTS} end || jsonb_build_object(
        'saleId', s.id, 'transactionId', s.transaction_id, 'receivedAt', ${isoOf(sql`s.received_at`)}, 'currency', s.currency,
        'amountCents', s.amount_cents, 'refundedCents', nullif(s.refunded_cents, 0))) as facts,
      case when m.id is not null then jsonb_strip_nulls(jsonb_build_object('commissionId', m.id, 'initialCents', m.amount_cents,
        'commissionCents', m.amount_cents - m.reversed_cents, 'paidCents', m.paid_cents,
        'holdUntil', ${isoOf(sql`m.hold_until`)}, 'holdReason', m.hold_reason, 'paidAt', ${isoOf(sql`paid.closed_at`)},
        'payoutHoldReason', pp.payout_hold_reason, 'rejectedReason', h.reason, 'taxCents',
        case when y.type = 'percent' and y.commission_base = 'amount_without_tax' then nullif(s.tax_amount_cents, 0) end)) end
        as money
    from sale_events s
    left join customers c on c.program_id = ${programId} and c.id = s.customer_id
    left join lead_events l on l.program_id = ${programId} and l.customer_id = s.customer_id
    left join commissions m on m.program_id = ${programId} and m.sale_id = s.id
    left join commission_policies y on y.program_id = ${programId} and y.id = m.policy_id
    left join program_enrollments pp on pp.program_id = ${programId} and pp.partner_id = s.partner_id
    left join partners p on p.workspace_id = pp.workspace_id and p.id = pp.partner_id
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
 * Returns payments that the processor reported with one of these transaction IDs. A payment with a sale but without an
 * amount or invoice exists only because the merchant reported the sale.
 */
export async function findPaymentEntries(queries: Queries, programId: number, references: readonly string[]) {
  const result = await sql<PaymentEntry>`
    select y.state, y.reason, y.amount_cents, y.customer_key, y.sale_id, y.created_at
    from processor_payments y
    where y.program_id = ${programId} and (y.sale_id is null or y.amount_cents is not null or y.bill_id is not null)
      and y.id in (
      select r.payment_id from payment_references r
      where r.program_id = ${programId} and r.reference = any (${[...references]}::text[]) and not r.is_from_sale)
    order by y.id`.execute(queries)
  return result.rows
}

export function readPartnerName(queries: Queries, programId: number, partnerId: number) {
  return queries
    .selectFrom('program_enrollments as r')
    .innerJoin('partners as p', (join) =>
      join.onRef('p.workspace_id', '=', 'r.workspace_id').onRef('p.id', '=', 'r.partner_id'),
    )
    .select(['p.id', 'p.name'])
    .where('r.program_id', '=', programId)
    .where('r.partner_id', '=', partnerId)
    .executeTakeFirst()
}

/** Columns searched for similar identifiers. */
const NAME_COLUMNS = {
  customerKey: { table: 'customers', column: 'customer_key' },
  transactionId: { table: 'sale_events', column: 'transaction_id' },
} as const

/**
 * Finds similar identifiers: of any age if they differ only in overall case or surrounding spaces, which an index
 * supports; in mixed case, only among the newest `looked`.
 */
export async function findSimilarNames(
  queries: Queries,
  programId: number,
  {
    by,
    name,
    variants,
    looked,
  }: { by: keyof typeof NAME_COLUMNS; name: string; variants: readonly string[]; looked: number },
): Promise<string[]> {
  const { table, column } = NAME_COLUMNS[by]
  const [from, named] = [sql.table(table), sql.ref(`t.${column}`)]
  // Uses all columns of the unique key, because no index is used without the mode.
  const inModes = by === 'transactionId' ? sql`and t.is_test in (true, false)` : sql``
  const blanks = sql.lit(' \t\r\n')
  const result = await sql<{ name: string }>`
    select f.name from (
      select ${named} as name from ${from} t
      where t.program_id = ${programId} ${inModes} and ${named} = any (${[...variants]}::text[])
      union
      select n.name from (
        select ${named} as name from ${from} t where t.program_id = ${programId} order by t.id desc limit ${looked}
      ) n
      where lower(btrim(n.name, ${blanks})) = lower(btrim(${name}::text, ${blanks}))
    ) f
    where f.name <> ${name}::text
    order by f.name limit 5`.execute(queries)
  return result.rows.map((row) => row.name)
}

/** Lists other programs of the workspace that the query may have meant. */
export async function listOtherPrograms(
  queries: Queries,
  { workspaceId, programId, rows }: { workspaceId: string; programId: number; rows: number },
): Promise<number[]> {
  const programs = await queries
    .selectFrom('workspace_programs')
    .select('program_id')
    .where('workspace_id', '=', workspaceId)
    .where('program_id', '<>', programId)
    .orderBy('program_id', 'desc')
    .limit(rows)
    .execute()
  return programs.map(({ program_id }) => program_id)
}

/** Returns this program's name if it has a customer, live sale or rejected sale with this identifier. */
export async function findProgramThatKnows(
  queries: Queries,
  programId: number,
  { transactionId, customerKey }: { transactionId: string | undefined; customerKey: string | undefined },
) {
  const result = await sql<Named>`
    select p.id, p.name from programs p
    where p.id = ${programId} and (
      exists (select from sale_events s
        where s.program_id = ${programId} and s.is_test = false and s.transaction_id = coalesce(${transactionId ?? null}::text, ''))
      or exists (select from rejected_requests r
        where r.program_id = ${programId} and r.is_authenticated and r.transaction_id = coalesce(${transactionId ?? null}::text, ''))
      or exists (select from customers c
        where c.program_id = ${programId} and c.customer_key = coalesce(${customerKey ?? null}::text, '') and c.erased_at is null))`.execute(
    queries,
  )
  return result.rows[0]
}

/** Filters for rejected requests; each matches separately. */
export interface RejectedRequestNames {
  transactionIds?: readonly string[]
  customerKeys?: readonly string[]
  clickIds?: readonly string[]
}

/**
 * Returns rejected requests with any of these identifiers, newest first. Those with a valid key come first, so
 * requests that anyone can send can't displace them.
 */
export async function listRejectedRequestEntries(
  queries: Queries,
  programId: number,
  { transactionIds = [], customerKeys = [], clickIds = [] }: RejectedRequestNames,
  rows: number,
) {
  const result = await sql<RejectedRequestEntry>`
    select r.* from (
      select o.* from rejected_requests o
      where o.program_id = ${programId} and o.transaction_id = any (${[...transactionIds]}::text[])
      union
      select o.* from rejected_requests o
      where o.program_id = ${programId} and o.customer_key = any (${[...customerKeys]}::text[])
      union
      select o.* from rejected_requests o
      where o.program_id = ${programId} and o.click_id = any (${[...clickIds]}::text[])
    ) r
    order by r.is_authenticated desc, r.last_at desc, r.id desc limit ${rows}`.execute(queries)
  return result.rows
}
