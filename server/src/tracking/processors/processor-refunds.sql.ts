import { type Selectable, sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'
import type { ChargeSums, ReportedCharge } from './processor.ts'

type RefundRow = Selectable<Schema['processor_refunds']>

export async function insertProcessorRefund(
  queries: Queries,
  refund: Omit<RefundRow, 'id' | 'applied_at'>,
): Promise<void> {
  await queries.insertInto('processor_refunds').values(refund).execute()
}

/** Saves a charge's amounts. Both can only grow, so the order of events doesn't matter. */
export async function saveCharge(
  queries: Queries,
  programId: number,
  paymentId: number,
  charge: ReportedCharge,
): Promise<void> {
  const { charge_id, amount_cents, released_cents, currency } = charge
  await sql`
    insert into processor_charges as c (program_id, charge_id, payment_id, amount_cents, released_cents, currency)
    values (${programId}, ${charge_id}, ${paymentId}, ${amount_cents}, ${released_cents}, ${currency})
    on conflict (program_id, charge_id) do update set currency = excluded.currency,
      amount_cents = greatest(c.amount_cents, excluded.amount_cents),
      released_cents = greatest(c.released_cents, excluded.released_cents)`.execute(queries)
}

/**
 * Returns the amounts that these payments' charges captured and released. Returns undefined if their currencies differ.
 */
export async function sumCharges(
  queries: Queries,
  programId: number,
  paymentIds: readonly number[],
): Promise<ChargeSums | undefined> {
  const rows = await queries
    .selectFrom('processor_charges')
    .select([
      'currency',
      sql<string>`sum(amount_cents)::text`.as('cents'),
      sql<string>`sum(released_cents)::text`.as('released'),
    ])
    .where('program_id', '=', programId)
    .where('payment_id', 'in', paymentIds)
    .groupBy('currency')
    .execute()
  const [sum] = rows
  if (sum === undefined || rows.length > 1) return undefined
  const { currency, cents, released } = sum
  return { currency, cents: BigInt(cents), released_cents: BigInt(released) }
}

/**
 * Returns the total refunded according to all reports: each charge's newest total, less later failures, plus newer
 * single refunds. Timestamps are in seconds, so a refund may fail in the second it was made in and be part of the
 * total. A release of an uncaptured amount is reported as a refund: the first refund of exactly that amount isn't
 * counted (D61). Undefined if nothing was reported.
 */
export async function sumProcessorRefunds(
  queries: Queries,
  programId: number,
  paymentIds: readonly number[],
): Promise<{ cents: bigint; currency: string | null } | undefined> {
  const result = await sql<{ reports: number; cents: string; currency: string | null }>`
    with reported as (
      select r.* from processor_refunds r
      where r.program_id = ${programId} and r.payment_id in (${sql.join(paymentIds)})
    ), releases as (
      select distinct on (r.charge_id) r.charge_id, r.refund_id
      from reported r
      join processor_charges c on c.program_id = ${programId} and c.charge_id = r.charge_id
        and c.released_cents = r.amount_cents
      where r.kind <> 'dispute' and r.refund_id is not null
      order by r.charge_id, r.occurred_at, r.refund_id
    ), reports as (
      select t.* from reported t
      where not exists (select from releases x where x.charge_id = t.charge_id and x.refund_id = t.refund_id)
    ), totals as (
      select distinct on (r.charge_id) r.charge_id, r.amount_cents, r.occurred_at
      from reports r where r.kind = 'refund' and r.refund_id is null
      order by r.charge_id, r.occurred_at desc, r.amount_cents desc
    ), newer as (
      select distinct on (r.refund_id) r.refund_id, r.amount_cents
      from reports r left join totals t on t.charge_id = r.charge_id
      where r.kind = 'refund' and r.refund_id is not null
        and (t.charge_id is null or r.occurred_at > t.occurred_at)
      order by r.refund_id, r.occurred_at
    ), failures as (
      select distinct on (r.refund_id) r.refund_id, r.charge_id, r.amount_cents, r.occurred_at
      from reports r where r.kind = 'failed_refund'
      order by r.refund_id, r.occurred_at
    )
    select (select count(*)::int from reported) as reports,
      (select r.currency from reports r where r.currency is not null order by r.id desc limit 1) as currency,
      greatest(0,
        coalesce((select sum(t.amount_cents) from totals t), 0)
        + coalesce((select sum(n.amount_cents) from newer n
            where not exists (select from failures f where f.refund_id = n.refund_id)), 0)
        - coalesce((select sum(f.amount_cents) from failures f
            join totals t on t.charge_id = f.charge_id and t.occurred_at <= f.occurred_at
            where not exists (select from newer n where n.refund_id = f.refund_id)), 0)
      )::text as cents`.execute(queries)
  const [sum] = result.rows
  return sum === undefined || sum.reports === 0
    ? undefined
    : { cents: BigInt(sum.cents), currency: sum.currency }
}

/** One refund or dispute with its own ID, in the payment's currency. */
export interface SingleReport {
  refund_id: string
  cents: bigint
  reason: string | null
}

/** Returns these payments' failed refunds that haven't been applied to the sale yet. */
export async function listUnseenFailures(
  queries: Queries,
  programId: number,
  { ids, saleId }: { ids: readonly number[]; saleId: number },
  limit: number,
): Promise<SingleReport[]> {
  const { rows } = await sql<{ refund_id: string; cents: string; reason: string | null }>`
    select distinct on (r.refund_id) r.refund_id, r.amount_cents::text as cents, r.reason
    from processor_refunds r
    where r.program_id = ${programId} and r.payment_id in (${sql.join(ids)}) and r.kind = 'failed_refund'
      and not exists (select from refund_events e where e.program_id = ${programId} and e.sale_id = ${saleId}
        and e.kind = 'failed_refund' and e.refund_id = r.refund_id)
    order by r.refund_id, r.occurred_at, r.id limit ${limit}`.execute(queries)
  return rows.map((row) => ({ ...row, cents: BigInt(row.cents) }))
}

/** Returns these payments' disputes, each as last reported. A won dispute stays won. */
export async function listDisputes(
  queries: Queries,
  programId: number,
  ids: readonly number[],
  limit: number,
): Promise<(SingleReport & { is_withdrawn: boolean })[]> {
  const { rows } = await sql<{
    refund_id: string
    cents: string
    reason: string | null
    is_withdrawn: boolean
  }>`
    select distinct on (r.refund_id) r.refund_id, r.amount_cents::text as cents, r.reason,
      bool_or(r.is_withdrawn) over (partition by r.refund_id) as is_withdrawn
    from processor_refunds r
    where r.program_id = ${programId} and r.payment_id in (${sql.join(ids)}) and r.kind = 'dispute'
    order by r.refund_id, r.occurred_at desc, r.id desc limit ${limit}`.execute(queries)
  return rows.map((row) => ({ ...row, cents: BigInt(row.cents) }))
}

/** Marks all reports of these payments as applied to their sales. */
export async function setReportsApplied(
  queries: Queries,
  programId: number,
  ids: readonly number[],
  at: Date,
): Promise<void> {
  await queries
    .updateTable('processor_refunds')
    .set({ applied_at: at })
    .where('program_id', '=', programId)
    .where('payment_id', 'in', ids)
    .where('applied_at', 'is', null)
    .execute()
}

/** Returns a live sale's amounts. */
export async function readSaleAmount(
  queries: Queries,
  programId: number,
  saleId: number,
): Promise<{ amount_cents: number; currency: string }> {
  const { amount_cents, currency } = await queries
    .selectFrom('sale_events')
    .select(['amount_cents', 'currency'])
    .where('program_id', '=', programId)
    .where('id', '=', saleId)
    .executeTakeFirstOrThrow()
  if (amount_cents === null) throw new Error(`the live sale ${saleId} has no amount`)
  return { amount_cents, currency }
}
