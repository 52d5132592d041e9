import { type Selectable, sql, type Transaction, type Updateable } from 'kysely'
import type { Queries } from './database.ts'
import { isAfter, type PageRequest } from './page.ts'
import type { PaymentState, Schema } from './schema.ts'

export type PaymentRow = Selectable<Schema['processor_payments']>
export type RefundRow = Selectable<Schema['processor_refunds']>

/** Which payments these names belong to. */
export async function findReferences(
  queries: Queries,
  programId: number,
  references: readonly string[],
): Promise<{ reference: string; payment_id: number }[]> {
  return queries
    .selectFrom('payment_references')
    .select(['reference', 'payment_id'])
    .where('program_id', '=', programId)
    .where('reference', 'in', references)
    .execute()
}

/** The payments, which every other event about them now waits for. */
export async function lockPayments(
  transaction: Transaction<Schema>,
  programId: number,
  ids: readonly number[],
): Promise<PaymentRow[]> {
  const rows = await transaction
    .selectFrom('processor_payments')
    .selectAll()
    .where('program_id', '=', programId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(withBuffer)
}

export async function insertPayment(
  queries: Queries,
  payment: { program_id: number; processor: string; created_at: Date },
): Promise<PaymentRow> {
  const row = await queries
    .insertInto('processor_payments')
    .values({ ...payment, state: 'announced' })
    .returningAll()
    .executeTakeFirstOrThrow()
  return withBuffer(row)
}

/** Names a payment. A name that another transaction took meanwhile is a write conflict: decide again. */
export async function insertReferences(
  queries: Queries,
  programId: number,
  paymentId: number,
  references: readonly string[],
): Promise<void> {
  if (references.length === 0) return
  await queries
    .insertInto('payment_references')
    .values(references.map((reference) => ({ program_id: programId, reference, payment_id: paymentId })))
    .execute()
}

/**
 * Two payments turned out to be one: all that is known under the second one is the first one's. Refunds that were
 * applied to the sale of the second one are applied anew, to that of the first one.
 */
export async function mergePayments(
  queries: Queries,
  programId: number,
  into: number,
  from: number,
): Promise<void> {
  await queries
    .updateTable('payment_references')
    .set({ payment_id: into })
    .where('program_id', '=', programId)
    .where('payment_id', '=', from)
    .execute()
  await queries
    .updateTable('processor_refunds')
    .set({ payment_id: into, applied_at: null })
    .where('program_id', '=', programId)
    .where('payment_id', '=', from)
    .execute()
  await queries
    .deleteFrom('processor_payments')
    .where('program_id', '=', programId)
    .where('id', '=', from)
    .execute()
}

export async function updatePayment(
  queries: Queries,
  programId: number,
  paymentId: number,
  columns: Updateable<Schema['processor_payments']>,
): Promise<PaymentRow> {
  const row = await queries
    .updateTable('processor_payments')
    .set(columns)
    .where('program_id', '=', programId)
    .where('id', '=', paymentId)
    .returningAll()
    .executeTakeFirstOrThrow()
  return withBuffer(row)
}

/** The live sale that was recorded under one of the names of a payment: the one it is known as, else the oldest. */
export async function findSaleOfPayment(
  queries: Queries,
  programId: number,
  paymentId: number,
  knownSaleId: number | null,
): Promise<{ id: number; customer_id: number } | undefined> {
  const row = await queries
    .selectFrom('payment_references as r')
    .innerJoin('sale_events as s', (join) =>
      join
        .onRef('s.program_id', '=', 'r.program_id')
        .onRef('s.transaction_id', '=', 'r.reference')
        .on('s.is_test', '=', false),
    )
    .select(['s.id', 's.customer_id'])
    .where('r.program_id', '=', programId)
    .where('r.payment_id', '=', paymentId)
    .orderBy(sql`s.id is not distinct from ${knownSaleId}::bigint`, 'desc')
    .orderBy('s.received_at')
    .orderBy('s.id')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return undefined
  if (row.customer_id === null) throw new Error(`the live sale ${row.id} has no customer`)
  return { id: row.id, customer_id: row.customer_id }
}

export async function insertProcessorRefund(
  queries: Queries,
  refund: Omit<RefundRow, 'id' | 'applied_at'>,
): Promise<void> {
  await queries.insertInto('processor_refunds').values(refund).execute()
}

/** The reports about a payment that were not applied to its sale yet, the oldest first by the processor's clock. */
export async function listWaitingRefunds(
  queries: Queries,
  programId: number,
  paymentId: number,
  limit: number,
): Promise<RefundRow[]> {
  return queries
    .selectFrom('processor_refunds')
    .selectAll()
    .where('program_id', '=', programId)
    .where('payment_id', '=', paymentId)
    .where('applied_at', 'is', null)
    .orderBy('occurred_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/**
 * What has been refunded of a payment by the reports that were applied: of each charge the newest total, less what
 * failed since by the processor's clock, which counts seconds: a refund may fail in the one it was made in.
 * Undefined: no total was reported.
 */
export async function sumRefundTotals(
  queries: Queries,
  programId: number,
  paymentId: number,
): Promise<number | undefined> {
  const result = await sql<{ cents: number | null }>`
    with reports as (
      select r.kind, r.refund_id, r.charge_id, r.amount_cents, r.occurred_at
      from processor_refunds r
      where r.program_id = ${programId} and r.payment_id = ${paymentId} and r.applied_at is not null
    ), totals as (
      select distinct on (r.charge_id) r.charge_id, r.amount_cents, r.occurred_at
      from reports r where r.kind = 'refund'
      order by r.charge_id, r.occurred_at desc, r.amount_cents desc
    ), failures as (
      select distinct on (r.refund_id) r.charge_id, r.amount_cents, r.occurred_at
      from reports r where r.kind = 'failed_refund'
      order by r.refund_id, r.occurred_at
    )
    select (sum(t.amount_cents) - coalesce((
      select sum(f.amount_cents) from failures f
      join totals t on t.charge_id = f.charge_id and t.occurred_at <= f.occurred_at
    ), 0))::bigint as cents from totals t`.execute(queries)
  const cents = result.rows[0]?.cents
  return cents === undefined || cents === null ? undefined : Math.max(0, cents)
}

/** Says that a report was applied to the sale of its payment. */
export async function setRefundApplied(
  queries: Queries,
  programId: number,
  refundId: number,
  at: Date,
): Promise<void> {
  await queries
    .updateTable('processor_refunds')
    .set({ applied_at: at })
    .where('program_id', '=', programId)
    .where('id', '=', refundId)
    .execute()
}

/** The payments that could not be attributed when they arrived, newest first, whatever became of them. */
export async function listKeptPayments(
  queries: Queries,
  programId: number,
  filter: { state: PaymentState | undefined },
  { rows, after }: PageRequest,
): Promise<PaymentRow[]> {
  let query = queries
    .selectFrom('processor_payments as y')
    .selectAll()
    .where('y.program_id', '=', programId)
    .where('y.reason', 'is not', null)
  if (filter.state !== undefined) query = query.where('y.state', '=', filter.state)
  if (after !== undefined) query = query.where(isAfter('y.created_at', 'y.id', after))
  return query
    .orderBy('y.created_at', 'desc')
    .orderBy('y.id', 'desc')
    .limit(rows + 1)
    .execute()
}

/** PGlite hands out a plain Uint8Array; the rules compare hashes as Buffers. */
function withBuffer(row: PaymentRow): PaymentRow {
  return { ...row, email_hash: row.email_hash === null ? null : Buffer.from(row.email_hash) }
}
