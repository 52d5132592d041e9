import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { HoldReason } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'
import type { MissingEventSign } from './event-symptom.ts'

interface SignQuery {
  programId: number
  /** Only rows created before this time are counted. */
  before: Date
}

/** Returns which of these event types the program has received. */
export async function listReceivedTypes(
  queries: Queries,
  { programId, isLive }: { programId: number; isLive: boolean },
  types: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select t.type from unnest(${[...types]}::text[]) as t (type)
    where (
      -- A range in index order, so the planner doesn't read all events instead.
      select true from processor_events e
      where e.program_id = ${programId} and e.type between t.type and t.type and e.is_live = ${isLive}
      order by e.type desc, e.received_at desc limit 1)`.execute(queries)
  return rows.map(({ type }) => type)
}

/** Counts a sign's occurrences, at most `rows`. */
export async function countSign(
  queries: Queries,
  sign: MissingEventSign,
  query: SignQuery,
  rows: number,
): Promise<number> {
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count from (${SIGNS[sign](query)} limit ${rows}) s`.execute(queries)
  return counts[0]?.count ?? 0
}

const HOLD: HoldReason = 'payment_link_missing'

const unlinkedSales = ({ programId, before }: SignQuery) => sql`
  select y.sale_id from processor_payments y
  where y.program_id = ${programId} and y.bill_id is not null and not y.is_linked and y.sale_id is not null
    and y.created_at <= ${before}::timestamptz`

/** Payments known only from refunds or disputes, unless nothing was captured. */
const paymentsWithWaitingRefunds = ({ programId, before }: SignQuery) => sql`
  select distinct y.id from processor_refunds r
  join processor_payments y on y.program_id = ${programId} and y.id = r.payment_id
  where r.program_id = ${programId} and r.applied_at is null and y.sale_id is null and y.amount_cents is null
    and r.received_at <= ${before}::timestamptz
    and not exists (
      select from processor_charges c
      where c.program_id = ${programId} and c.payment_id = y.id and c.amount_cents = 0 and c.released_cents > 0)`

const mayBelongToUnlinked = ({ programId }: SignQuery) => sql`exists (
  select from processor_payments u
  where u.program_id = ${programId} and u.bill_id is not null and not u.is_linked and u.sale_id is not null
    and u.currency = r.currency and u.amount_cents >= r.amount_cents)`

const SIGNS: Readonly<Record<MissingEventSign, (query: SignQuery) => RawBuilder<unknown>>> = {
  invoice_without_payment: unlinkedSales,
  held_without_payment: (query) => sql`${unlinkedSales(query)} and exists (
    select from commissions c
    where c.program_id = ${query.programId} and c.sale_id = y.sale_id and c.hold_reason = ${HOLD})`,
  refund_of_unlinked_invoice: (query) =>
    sql`${paymentsWithWaitingRefunds(query)} and y.bill_id is null and ${mayBelongToUnlinked(query)}`,
  refund_of_unknown_invoice: (query) => sql`${paymentsWithWaitingRefunds(query)} and y.bill_id is not null`,
  refund_of_unknown_payment: (query) =>
    sql`${paymentsWithWaitingRefunds(query)} and y.bill_id is null and not ${mayBelongToUnlinked(query)}`,
  unpaid_checkout: ({ programId, before }) => sql`
    select y.id from processor_payments y
    where y.program_id = ${programId} and y.unpaid_since <= ${before}::timestamptz and y.bill_id is null
      and not exists (
        select from processor_charges c where c.program_id = ${programId} and c.payment_id = y.id)`,
  checkout_without_invoice: ({ programId, before }) => sql`
    select y.id from processor_payments y
    where y.program_id = ${programId} and y.bill_id is not null and y.amount_from = 'checkout'
      and y.created_at <= ${before}::timestamptz`,
  refund_without_total: ({ programId, before }) =>
    selectEvents(programId, before, ['refund.created', 'refund.updated']),
  total_without_refund: ({ programId, before }) => selectEvents(programId, before, ['charge.refunded']),
  undecided_dispute: ({ programId, before }) =>
    selectEvents(programId, before, ['charge.dispute.created', 'charge.dispute.updated']),
}

function selectEvents(programId: number, before: Date, types: string[]) {
  return sql`
    select e.event_id from processor_events e
    join programs p on p.id = ${programId}
    where e.program_id = ${programId} and e.type = any (${types}::text[]) and e.received_at <= ${before}::timestamptz
      and e.is_live <> p.sandbox and e.outcome <> 'ignored'`
}

/** Pending commissions on hold for a reason, per currency. Sums are strings of digits. */
export interface HeldSum {
  currency: Currency
  commissions: number
  cents: string
}

export async function sumHeld(queries: Queries, programId: number, reason: HoldReason) {
  const { rows } = await sql<HeldSum>`
    select c.currency, count(*)::int as commissions, sum((c.amount_cents - c.reversed_cents)::numeric)::text as cents
    from commissions c
    where c.program_id = ${programId} and c.hold_reason = ${reason} and c.status = 'pending'
    group by c.currency order by c.currency`.execute(queries)
  return rows
}

/** A placeholder that was sent instead of an ID, with the newest event that contained it. */
export interface PlaceholderRow {
  name: string
  value: string
  events: number
  event_id: string
  type: string
  is_live: boolean
  received_at: Date
}

/** Returns the placeholders in events since a given time, most frequent first. */
export async function listPlaceholders(
  queries: Queries,
  { programId, since }: { programId: number; since: Date },
  rows: number,
) {
  const result = await sql<PlaceholderRow>`
    select distinct on (f.events, f.name, f.value) f.* from (
      select p.key as name, p.value, e.event_id, e.type, e.is_live, e.received_at,
        count(*) over (partition by p.key, p.value)::int as events
      from processor_events e cross join lateral jsonb_each_text(e.placeholders) as p (key, value)
      where e.program_id = ${programId} and e.placeholders is not null and e.received_at >= ${since}::timestamptz
    ) f
    order by f.events desc, f.name, f.value, f.received_at desc, f.event_id limit ${rows}`.execute(queries)
  return result.rows
}
