import { type Insertable, sql, type Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'
import type { CommissionStatus, RefundKind, SaleStatus } from '../../core/enums.ts'
import { PROCESSOR_REFUND_ID, type RefundData, type RefundRoundingData } from './refund-state.ts'

/** A recorded refund and its sale's state. */
export interface RecordedRefund {
  sale_id: number
  event_id: number
  commission_id: number | undefined
  amount_cents: number
  refunded_cents: number
}

/** Returns a sale's refund with one of these IDs: its own or its pseudonym. */
export async function findRefund(
  queries: Queries,
  programId: number,
  { saleId, refundIds }: { saleId: number; refundIds: readonly string[] },
): Promise<RecordedRefund | undefined> {
  const row = await queries
    .selectFrom('refund_events as r')
    .innerJoin('sale_events as s', (join) =>
      join.on('s.program_id', '=', programId).onRef('s.id', '=', 'r.sale_id'),
    )
    .leftJoin('commissions as c', (join) =>
      join.on('c.program_id', '=', programId).onRef('c.sale_id', '=', 's.id'),
    )
    .select([
      's.id as sale_id',
      'r.id as event_id',
      'c.id as commission_id',
      's.amount_cents',
      's.refunded_cents',
    ])
    .where('r.program_id', '=', programId)
    .where('r.sale_id', '=', saleId)
    .where('r.kind', '=', 'refund')
    .where('r.refund_id', 'in', refundIds)
    .where('r.withdrawn_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined || row.amount_cents === null) return undefined
  const { amount_cents, commission_id, ...refund } = row
  return { ...refund, amount_cents, commission_id: commission_id ?? undefined }
}

/** Returns a sale of either mode by its ID. */
export function findSale(queries: Queries, programId: number, saleId: number) {
  return queries
    .selectFrom('sale_events')
    .select(['id', 'is_test', 'transaction_id', 'currency'])
    .where('program_id', '=', programId)
    .where('id', '=', saleId)
    .executeTakeFirst()
}

/** Locks the sale against other refunds, but not against foreign keys (such as an invoice line's). */
export function lockSale(transaction: Transaction<Schema>, programId: number, saleId: number) {
  return transaction
    .selectFrom('sale_events')
    .selectAll()
    .where('program_id', '=', programId)
    .where('id', '=', saleId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Locks a sale's commission, if any, and fee. */
export async function lockShares(transaction: Transaction<Schema>, programId: number, saleId: number) {
  const commission = await transaction
    .selectFrom('commissions')
    .selectAll()
    .where('program_id', '=', programId)
    .where('sale_id', '=', saleId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const fee = await transaction
    .selectFrom('platform_fees')
    .select(['id', 'amount_cents', 'reversed_cents', 'rate_bps', 'invoiced_cents'])
    .where('program_id', '=', programId)
    .where('sale_id', '=', saleId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return { commission, fee }
}

/** Returns the original terms of a sale's commission. */
export function findPolicyById(queries: Queries, programId: number, policyId: number | null) {
  return queries
    .selectFrom('commission_policies')
    .selectAll()
    .where('program_id', '=', programId)
    .where('id', '=', policyId)
    .executeTakeFirstOrThrow()
}

export type RefundedPayment = Pick<RefundRoundingData, 'payment' | 'is_shared' | 'reports'>

/** Returns the sums recorded and reported for a sale and its payment, and the event with the same kind and ID. */
export async function sumRefunds(
  queries: Queries,
  programId: number,
  saleId: number,
  { kind, refundId }: { kind: RefundKind; refundId?: string | undefined },
): Promise<Omit<RefundData, 'amount_cents' | 'refunded_cents' | 'rounding_cents'> & RefundedPayment> {
  const sums = await sql<RefundSums>`
    with events as (
      select r.*, coalesce(r.reported_cents, r.amount_cents) as reported_amount,
        r.source <> 'processor' as is_own, r.refund_id ~ ${PROCESSOR_REFUND_ID} as is_named
      from refund_events r where r.program_id = ${programId} and r.sale_id = ${saleId}
        and (r.kind <> 'refund' or r.withdrawn_at is null)
    ), payment as (
      select y.refunded_cents, coalesce(y.amount_cents, c.cents) as paid_cents, coalesce(y.currency, c.currency) as paid_in,
        exists (select from payment_shares x
          left join payment_references n on n.program_id = ${programId} and n.reference = x.reference
          where x.program_id = ${programId} and y.id in (x.payment_id, n.payment_id)) as is_shared
      from processor_payments y
      left join lateral (
        select min(g.currency) as currency, sum(g.amount_cents) as cents from processor_charges g
        where g.program_id = ${programId} and g.payment_id = y.id having count(distinct g.currency) = 1
      ) c on true
      where y.program_id = ${programId} and y.sale_id = ${saleId}
    ), failed as (
      -- With an ID generated by the service, it isn't a failure: the processor's total decreased, for example because
      -- its charge paid more invoices.
      select * from events where kind = 'failed_refund' and is_named
    ),
    own as (select * from events where kind = 'refund' and is_own)
    select
      coalesce(sum(case e.kind when 'refund' then e.amount_cents when 'failed_refund' then -e.amount_cents end), 0)::text
        as refunds_cents,
      coalesce(sum(e.amount_cents) filter (where e.kind = 'dispute' and e.withdrawn_at is null), 0)::text
        as disputes_cents,
      coalesce(bool_or(e.voids_sale), false) as is_void,
      coalesce((select y.refunded_cents from payment y), 0)::text as processor_cents,
      (select y.paid_cents::text from payment y) as paid_cents, (select y.paid_in from payment y) as paid_in,
      coalesce((select y.is_shared from payment y), false) as is_shared,
      (count(*) filter (where case e.kind when 'refund' then e.is_own when 'dispute' then e.withdrawn_at is null end))::int
        as reports,
      (select coalesce(sum(o.reported_amount), 0)::text from own o
        where o.is_named and not exists (select from failed f where f.refund_id = o.refund_id)) as named_cents,
      (select coalesce(sum(o.reported_amount), 0)::text from own o where not o.is_named) as other_cents,
      (select coalesce(sum(o.reported_amount), 0)::text from own o where o.source = 'dashboard' and o.is_named
        and not exists (select from failed f where f.refund_id = o.refund_id)) as team_named_cents,
      (select coalesce(sum(o.reported_amount), 0)::text from own o
        where o.source = 'dashboard' and not o.is_named) as team_other_cents,
      (select coalesce(sum(f.reported_amount), 0)::text from failed f
        where not exists (select from own o where o.is_named and o.refund_id = f.refund_id)) as failed_cents,
      (select f.reported_amount::text from failed f where f.refund_id = ${refundId ?? null}::text) as same_failed_cents,
      (select o.reported_amount::text from own o where o.is_named and o.refund_id = ${refundId ?? null}::text)
        as same_named_cents
    from events e`.execute(queries)
  const [sum] = sums.rows
  if (sum === undefined) throw new Error('the query for a sum returned no row')
  const existing =
    refundId === undefined
      ? undefined
      : await queries
          .selectFrom('refund_events')
          .select(['id', 'amount_cents', 'withdrawn_at'])
          .where('program_id', '=', programId)
          .where('sale_id', '=', saleId)
          .where('kind', '=', kind)
          .where('refund_id', '=', refundId)
          .where((where) => where.or([where('kind', '<>', 'refund'), where('withdrawn_at', 'is', null)]))
          .executeTakeFirst()
  const { paid_cents, paid_in, is_shared, reports } = sum
  return {
    payment:
      paid_cents === null || paid_in === null
        ? undefined
        : { amount_cents: BigInt(paid_cents), currency: paid_in },
    is_shared,
    reports,
    refunds_cents: BigInt(sum.refunds_cents),
    disputes_cents: BigInt(sum.disputes_cents),
    existing: existing && {
      id: existing.id,
      amount_cents: existing.amount_cents,
      is_withdrawn: existing.withdrawn_at !== null,
    },
    team_reports: { named_cents: BigInt(sum.team_named_cents), other_cents: BigInt(sum.team_other_cents) },
    prior_reports: {
      processor_cents: BigInt(sum.processor_cents),
      named_cents: BigInt(sum.named_cents),
      other_cents: BigInt(sum.other_cents),
      failed_cents: BigInt(sum.failed_cents),
      same_refund: {
        failed_cents: toBigInt(sum.same_failed_cents),
        named_cents: toBigInt(sum.same_named_cents),
      },
      is_void: sum.is_void,
    },
  }
}

interface RefundSums {
  paid_cents: string | null
  paid_in: string | null
  is_shared: boolean
  reports: number
  refunds_cents: string
  disputes_cents: string
  is_void: boolean
  processor_cents: string
  named_cents: string
  other_cents: string
  team_named_cents: string
  team_other_cents: string
  failed_cents: string
  same_failed_cents: string | null
  same_named_cents: string | null
}

function toBigInt(digits: string | null): bigint | undefined {
  return digits === null ? undefined : BigInt(digits)
}

export async function insertRefund(
  transaction: Transaction<Schema>,
  refund: Insertable<Schema['refund_events']>,
): Promise<number> {
  const row = await transaction
    .insertInto('refund_events')
    .values(refund)
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Marks a won dispute or an undone refund. */
export async function withdrawRefund(
  transaction: Transaction<Schema>,
  programId: number,
  id: number,
  at: Date,
): Promise<void> {
  await transaction
    .updateTable('refund_events')
    .set({ withdrawn_at: at })
    .where('program_id', '=', programId)
    .where('id', '=', id)
    .execute()
}

/** Updates a dispute to the amount now reported by the processor. Zero keeps the previous reported amount. */
export async function amendDispute(
  transaction: Transaction<Schema>,
  programId: number,
  id: number,
  amount_cents: number,
): Promise<void> {
  await transaction
    .updateTable('refund_events')
    .set({
      amount_cents,
      reported_cents: amount_cents === 0 ? sql<number>`coalesce(reported_cents, amount_cents)` : null,
    })
    .where('program_id', '=', programId)
    .where('id', '=', id)
    .execute()
}

/** Updates a locked sale's counted refund. A fully refunded sale no longer counts as paid. */
export async function setSaleRefunded(
  queries: Queries,
  programId: number,
  saleId: number,
  refunded: { refunded_cents: number; status: SaleStatus },
): Promise<void> {
  await queries
    .updateTable('sale_events')
    .set(refunded)
    .where('program_id', '=', programId)
    .where('id', '=', saleId)
    .execute()
}

export async function setCommissionReversed(
  queries: Queries,
  programId: number,
  commissionId: number,
  reversal: { reversed_cents: number; status: CommissionStatus },
): Promise<void> {
  await queries
    .updateTable('commissions')
    .set(reversal)
    .where('program_id', '=', programId)
    .where('id', '=', commissionId)
    .execute()
}

export async function setFeeReversed(
  queries: Queries,
  programId: number,
  feeId: number,
  reversed_cents: number,
): Promise<void> {
  await queries
    .updateTable('platform_fees')
    .set({ reversed_cents })
    .where('program_id', '=', programId)
    .where('id', '=', feeId)
    .execute()
}
