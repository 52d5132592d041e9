import { sql } from 'kysely'
import type { Queries } from '../platform/database.ts'
import type {
  ChangeEntry,
  ClaimEntry,
  ClickEntry,
  CommissionEntry,
  CustomerEntry,
  LeadEntry,
  Named,
  PaymentEntry,
  PayoutEntry,
  ProgramEntry,
  RefundEntry,
  RefusalEntry,
  SaleEntry,
} from './explain.ts'

/** A click by its place in its table: the instant inside its id leads to its partition. */
export interface ClickPlace {
  uuid: string
  at: Date
}

/** By what the customers of a question are found; what is left out finds nobody. */
export interface CustomerNames {
  ids?: readonly number[]
  customer_key?: string | undefined
  click_uuids?: readonly string[]
  /** In hex. */
  email_hash?: string | undefined
}

export async function findProgramEntry(
  queries: Queries,
  programId: number,
): Promise<ProgramEntry | undefined> {
  return queries
    .selectFrom('programs')
    .select([
      'id',
      'name',
      'workspace_id',
      'status',
      'time_zone',
      'closed_to_new_referrals',
      'attribution_window_days',
      'commission_approval',
      'sandbox',
      'clock_ahead_ms',
    ])
    .where('id', '=', programId)
    .executeTakeFirst()
}

/** Customers with their partner's standing, the newest first. Who was erased is nobody. */
export async function findCustomerEntries(
  queries: Queries,
  programId: number,
  { ids = [], customer_key, click_uuids = [], email_hash }: CustomerNames,
  rows: number,
): Promise<CustomerEntry[]> {
  const found = await sql<CustomerEntry>`
    select c.id, c.customer_key, c.status, c.link_id, c.click_uuid, c.clicked_at, c.first_sale_at, c.sale_count,
      c.partner_id, p.name as partner_name, pp.status as partner_status, pp.payout_hold_reason,
      case when a.id is not null then jsonb_build_object('at', a.attributed_at, 'reason', a.reason,
        'by', coalesce(u.name, k.name, a.actor_id)) end as attribution
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
    join partner_programs pp on pp.program_id = ${programId} and pp.partner_id = c.partner_id
    join partners p on p.workspace_id = pp.workspace_id and p.id = pp.partner_id
    left join customer_attributions a on a.program_id = ${programId} and a.customer_id = c.id
    left join users u on u.id = a.actor_id
    left join management_keys k on 'key:' || k.id = a.actor_id
    order by c.id desc limit ${rows}`.execute(queries)
  return found.rows
}

export async function listLeadEntries(
  queries: Queries,
  programId: number,
  customerIds: readonly number[],
): Promise<LeadEntry[]> {
  const found = await sql<LeadEntry>`
    select l.id, l.is_test, l.customer_id, l.state, l.source, l.received_at, l.settled_at
    from lead_events l
    where l.program_id = ${programId} and l.customer_id = any (${[...customerIds]}::bigint[])
    order by l.received_at, l.id`.execute(queries)
  return found.rows
}

const CLICK_COLUMNS = sql`e.click_uuid, e.received_at, e.is_test, e.link_id, e.partner_id, p.name as partner_name, l.code,
  coalesce(e.session_id, e.session_uuid::text) as session`

/** Clicks with the link and the partner that they were of, from the first to the last. */
export async function listClickEntries(
  queries: Queries,
  programId: number,
  places: readonly ClickPlace[],
): Promise<ClickEntry[]> {
  const wanted = JSON.stringify(places.map(({ uuid, at }) => ({ uuid, at: at.toISOString() })))
  const found = await sql<ClickEntry>`
    select ${CLICK_COLUMNS}
    from jsonb_to_recordset(${wanted}::jsonb) as w (uuid uuid, at timestamptz)
    join click_events e on e.program_id = ${programId} and e.received_at = w.at and e.click_uuid = w.uuid
    left join links l on l.program_id = ${programId} and l.id = e.link_id
    left join partner_programs pp on pp.program_id = ${programId} and pp.partner_id = e.partner_id
    left join partners p on p.workspace_id = pp.workspace_id and p.id = pp.partner_id
    order by e.received_at, e.id`.execute(queries)
  return found.rows
}

/** Around a click, where other visits of its session are looked for. */
export interface SessionSearch {
  session: string
  from: Date
  to: Date
  /** At most so many clicks are looked at, the nearest to `from`. */
  looked: number
  rows: number
}

/** The live clicks of one session: of the first `looked` clicks of the program in a span of time. */
export async function listSessionClicks(
  queries: Queries,
  programId: number,
  { session, from, to, looked, rows }: SessionSearch,
): Promise<ClickEntry[]> {
  const found = await sql<ClickEntry>`
    with near as (
      select c.received_at, c.click_uuid, coalesce(c.session_id, c.session_uuid::text) as session
      from click_events c
      where c.program_id = ${programId} and not c.is_test and c.received_at between ${from} and ${to}
      order by c.received_at limit ${looked}
    )
    select ${CLICK_COLUMNS}
    from near n
    join click_events e on e.program_id = ${programId} and e.received_at = n.received_at and e.click_uuid = n.click_uuid
    left join links l on l.program_id = ${programId} and l.id = e.link_id
    left join partner_programs pp on pp.program_id = ${programId} and pp.partner_id = e.partner_id
    left join partners p on p.workspace_id = pp.workspace_id and p.id = pp.partner_id
    where n.session = ${session}
    order by e.received_at, e.id limit ${rows}`.execute(queries)
  return found.rows
}

/** Sales by their name or their customer, the newest first, of both modes. */
export async function findSaleEntries(
  queries: Queries,
  programId: number,
  {
    transactionIds = [],
    customerIds = [],
  }: { transactionIds?: readonly string[]; customerIds?: readonly number[] },
  rows: number,
): Promise<SaleEntry[]> {
  const found = await sql<SaleEntry>`
    select s.id, s.is_test, s.transaction_id, s.amount_cents, s.currency, s.customer_id, s.partner_id,
      p.name as partner_name, s.attributed_by, s.status, s.refunded_cents, s.received_at
    from (
      select o.* from sale_events o
      where o.program_id = ${programId} and o.is_test in (true, false)
        and o.transaction_id = any (${[...transactionIds]}::text[])
      union all
      select o.* from sale_events o
      where o.program_id = ${programId} and o.customer_id = any (${[...customerIds]}::bigint[])
    ) s
    left join partner_programs pp on pp.program_id = ${programId} and pp.partner_id = s.partner_id
    left join partners p on p.workspace_id = pp.workspace_id and p.id = pp.partner_id
    order by s.received_at desc, s.id desc limit ${rows}`.execute(queries)
  return found.rows
}

/** What went back of these sales, in the order in which it was applied. */
export async function listRefundEntries(
  queries: Queries,
  programId: number,
  saleIds: readonly number[],
  rows: number,
): Promise<RefundEntry[]> {
  const found = await sql<RefundEntry>`
    select r.id, r.sale_id, r.is_test, r.kind, r.refund_id, r.amount_cents, r.reported_cents, r.voids_sale, r.reason,
      r.source, r.received_at, r.withdrawn_at
    from refund_events r
    where r.program_id = ${programId} and r.sale_id = any (${[...saleIds]}::bigint[])
    order by r.id limit ${rows}`.execute(queries)
  return found.rows
}

/** The commissions of these sales and leads. */
export async function listCommissionEntries(
  queries: Queries,
  programId: number,
  { saleIds, leadIds }: { saleIds: readonly number[]; leadIds: readonly number[] },
): Promise<CommissionEntry[]> {
  const found = await sql<CommissionEntry>`
    select c.id, c.sale_id, c.lead_id, c.customer_id, c.partner_id, p.name as partner_name, c.amount_cents,
      c.reversed_cents, c.paid_cents, c.currency, c.status, c.hold_until, c.hold_reason, c.created_at, c.rejected_at, c.payout_id,
      case when y.type = 'percent' and y.commission_base = 'amount_without_tax' then s.tax_amount_cents end as less_tax_cents
    from commissions c
    left join sale_events s on s.program_id = ${programId} and s.id = c.sale_id
    left join commission_policies y on y.program_id = ${programId} and y.id = c.policy_id
    join partner_programs pp on pp.program_id = ${programId} and pp.partner_id = c.partner_id
    join partners p on p.workspace_id = pp.workspace_id and p.id = pp.partner_id
    where c.program_id = ${programId}
      and (c.sale_id = any (${[...saleIds]}::bigint[]) or c.lead_id = any (${[...leadIds]}::bigint[]))
    order by c.id`.execute(queries)
  return found.rows
}

/** What became of these commissions, in the order in which it was applied. */
export async function listChangeEntries(
  queries: Queries,
  programId: number,
  commissionIds: readonly number[],
  rows: number,
): Promise<ChangeEntry[]> {
  const found = await sql<ChangeEntry>`
    select h.id, h.commission_id, h.from_status, h.to_status, h.from_amount_cents, h.to_amount_cents,
      h.restated_cents, h.reason, h.changed_at
    from commission_changes h
    where h.program_id = ${programId} and h.commission_id = any (${[...commissionIds]}::bigint[])
    order by h.id limit ${rows}`.execute(queries)
  return found.rows
}

/** The payouts that took up these commissions, with what each took of them. */
export async function listPayoutEntries(
  queries: Queries,
  programId: number,
  commissionIds: readonly number[],
  rows: number,
): Promise<PayoutEntry[]> {
  const found = await sql<PayoutEntry>`
    select i.payout_id, i.commission_id, i.amount_cents, o.currency, o.status, o.created_at, o.closed_at
    from payout_items i
    join payouts o on o.program_id = ${programId} and o.id = i.payout_id
    where i.program_id = ${programId} and i.commission_id = any (${[...commissionIds]}::bigint[])
    order by i.payout_id, i.commission_id limit ${rows}`.execute(queries)
  return found.rows
}

/** The claims that made these sales. */
export async function listClaimEntries(
  queries: Queries,
  programId: number,
  saleIds: readonly number[],
): Promise<ClaimEntry[]> {
  const found = await sql<ClaimEntry>`
    select m.id, m.sale_id, m.closed_at, m.partner_id, p.name as partner_name
    from claims m
    join partner_programs pp on pp.program_id = ${programId} and pp.partner_id = m.partner_id
    join partners p on p.workspace_id = pp.workspace_id and p.id = pp.partner_id
    where m.program_id = ${programId} and m.sale_id = any (${[...saleIds]}::bigint[])
    order by m.id`.execute(queries)
  return found.rows
}

/** The payments that were recorded or reported under one of these names. */
export async function findPaymentEntries(
  queries: Queries,
  programId: number,
  references: readonly string[],
): Promise<PaymentEntry[]> {
  const found = await sql<PaymentEntry>`
    select y.id, y.state, y.reason, y.amount_cents, y.currency, y.customer_key, y.click_id, y.sale_id, y.created_at
    from processor_payments y
    where y.program_id = ${programId} and y.id in (
      select r.payment_id from payment_references r
      where r.program_id = ${programId} and r.reference = any (${[...references]}::text[]) and not r.is_from_sale)
    order by y.id`.execute(queries)
  return found.rows
}

/** Where a name is looked for in other letters. */
const NAME_COLUMNS = {
  customerKey: { table: 'customers', column: 'customer_key' },
  transactionId: { table: 'sale_events', column: 'transaction_id' },
} as const

/**
 * The same name in upper and lower letters or with blanks around it, at any age by the index; in any mixture of letters
 * among the newest `looked`.
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
  // All columns of the unique key: without the mode, no index says where a transaction_id is.
  const inModes = by === 'transactionId' ? sql`and t.is_test in (true, false)` : sql``
  const blanks = sql.lit(' \t\r\n')
  const found = await sql<{ name: string }>`
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
  return found.rows.map((row) => row.name)
}

/** The other programs of a workspace, of those somebody may be asking about by mistake. */
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

/** What this program is called, when it knows a customer or a live sale of this name, or refused a sale of it. */
export async function findProgramThatKnows(
  queries: Queries,
  programId: number,
  { transactionId, customerKey }: { transactionId: string | undefined; customerKey: string | undefined },
): Promise<Named | undefined> {
  const found = await sql<Named>`
    select p.id, p.name from programs p
    where p.id = ${programId} and (
      exists (select from sale_events s
        where s.program_id = ${programId} and s.is_test = false and s.transaction_id = coalesce(${transactionId ?? null}::text, ''))
      or exists (select from refusals r
        where r.program_id = ${programId} and r.is_authenticated and r.transaction_id = coalesce(${transactionId ?? null}::text, ''))
      or exists (select from customers c
        where c.program_id = ${programId} and c.customer_key = coalesce(${customerKey ?? null}::text, '') and c.erased_at is null))`.execute(
    queries,
  )
  return found.rows[0]
}

/** By what refused calls are found: each finds for itself. */
export interface RefusalNames {
  transactionIds?: readonly string[]
  customerKeys?: readonly string[]
  clickIds?: readonly string[]
}

/**
 * The refused calls that named any of these: those with a good key first, the newest first. Anybody can send any number of
 * the others, which push out none of these.
 */
export async function listRefusalEntries(
  queries: Queries,
  programId: number,
  { transactionIds = [], customerKeys = [], clickIds = [] }: RefusalNames,
  rows: number,
): Promise<RefusalEntry[]> {
  const found = await sql<RefusalEntry>`
    select r.id, r.call, r.is_test, r.code, r.message, r.field, r.transaction_id, r.customer_key, r.click_id, r.link_code,
      r.amount, r.currency, r.is_authenticated, r.count, r.first_at, r.last_at
    from (
      select o.* from refusals o
      where o.program_id = ${programId} and o.transaction_id = any (${[...transactionIds]}::text[])
      union
      select o.* from refusals o
      where o.program_id = ${programId} and o.customer_key = any (${[...customerKeys]}::text[])
      union
      select o.* from refusals o
      where o.program_id = ${programId} and o.click_id = any (${[...clickIds]}::text[])
    ) r
    order by r.is_authenticated desc, r.last_at desc, r.id desc limit ${rows}`.execute(queries)
  return found.rows
}
