import { sql, type Transaction, type Updateable } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import { type PageRequest, selectPage } from '../../core/database/page.sql.ts'
import type { Schema } from '../../core/database/schema.ts'
import type { PaymentState } from '../../core/enums.ts'
import { processorLimits } from './limits.ts'
import type { PaymentRow } from './payment.ts'

/** Returns the stored references among these IDs, with their payments. */
export function findReferences(queries: Queries, programId: number, references: readonly string[]) {
  return queries
    .selectFrom('payment_references')
    .select(['reference', 'payment_id', 'is_from_sale'])
    .where('program_id', '=', programId)
    .where('reference', 'in', references)
    .execute()
}

/** Locks the payments against other events about them. */
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
  payment: { program_id: number; processor: string; bill_id: string | null; created_at: Date },
): Promise<PaymentRow> {
  const row = await queries
    .insertInto('processor_payments')
    .values({ ...payment, state: 'announced' })
    .returningAll()
    .executeTakeFirstOrThrow()
  return withBuffer(row)
}

interface NewReference {
  reference: string
  /** Whether the ID comes only from the `provider_payment_id` of the payment's sale. */
  is_from_sale?: boolean
}

/** Saves a payment's IDs. Throws a write conflict if a concurrent transaction has taken one of them. */
export async function insertReferences(
  queries: Queries,
  programId: number,
  paymentId: number,
  references: readonly NewReference[],
): Promise<void> {
  if (references.length === 0) return
  const rows = references
    .map((one) => ({ program_id: programId, payment_id: paymentId, ...one }))
    .sort((a, b) => (a.reference < b.reference ? -1 : 1))
  await queries.insertInto('payment_references').values(rows).execute()
}

/** Marks IDs of locked payments as reported by the processor. Until now, only the payments' sales had them. */
export async function confirmReferences(
  queries: Queries,
  programId: number,
  references: readonly string[],
): Promise<void> {
  await queries
    .updateTable('payment_references')
    .set({ is_from_sale: false })
    .where('program_id', '=', programId)
    .where('reference', 'in', references)
    .execute()
}

/** Shares other payments' IDs with this one, because one charge paid several invoices. */
export async function insertShares(
  queries: Queries,
  programId: number,
  paymentId: number,
  references: readonly string[],
): Promise<void> {
  if (references.length === 0) return
  await queries
    .insertInto('payment_shares')
    .values(references.map((reference) => ({ program_id: programId, reference, payment_id: paymentId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns the payment and those that share an ID with it. */
export async function listSharingPayments(
  queries: Queries,
  programId: number,
  paymentId: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with mine as (
      select r.reference from payment_references r where r.program_id = ${programId} and r.payment_id = ${paymentId}
      union
      select s.reference from payment_shares s where s.program_id = ${programId} and s.payment_id = ${paymentId}
    )
    select ${paymentId}::bigint as id
    union
    select s.payment_id from payment_shares s join mine m on m.reference = s.reference
      where s.program_id = ${programId}
    union
    select r.payment_id from payment_references r
      join payment_shares s on s.program_id = ${programId} and s.reference = r.reference and s.payment_id = ${paymentId}
      where r.program_id = ${programId}
    order by id`.execute(queries)
  return rows.map(({ id }) => id)
}

/**
 * Merges the second payment into the first. Refunds applied to the second payment's sale are applied again to the first
 * one's.
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
    .updateTable('processor_charges')
    .set({ payment_id: into })
    .where('program_id', '=', programId)
    .where('payment_id', '=', from)
    .execute()
  const shares = await queries
    .deleteFrom('payment_shares')
    .where('program_id', '=', programId)
    .where('payment_id', '=', from)
    .returning('reference')
    .execute()
  await insertShares(
    queries,
    programId,
    into,
    shares.map(({ reference }) => reference),
  )
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

/** Returns a payment's recorded or reported IDs, without those that only its sale has. */
export async function listPaymentReferences(
  queries: Queries,
  programId: number,
  paymentId: number,
): Promise<string[]> {
  const rows = await queries
    .selectFrom('payment_references')
    .select('reference')
    .where('program_id', '=', programId)
    .where('payment_id', '=', paymentId)
    .where('is_from_sale', '=', false)
    .execute()
  return rows.map(({ reference }) => reference)
}

/** Returns the payment's live sale, otherwise the oldest one recorded under one of these IDs. */
export async function findPaymentSale(
  queries: Queries,
  programId: number,
  names: readonly string[],
  knownSaleId: number | null,
): Promise<{ id: number; customer_id: number; is_erased: boolean } | undefined> {
  const row = await queries
    .selectFrom('sale_events as s')
    .select(['s.id', 's.customer_id', 's.erased_at'])
    .where('s.program_id', '=', programId)
    .where('s.is_test', '=', false)
    .where((where) =>
      where.or([
        where('s.transaction_id', '=', sql<string>`any (${[...names]}::text[])`),
        where('s.id', '=', knownSaleId ?? 0),
      ]),
    )
    .orderBy(sql`s.id is not distinct from ${knownSaleId}::bigint`, 'desc')
    .orderBy('s.received_at')
    .orderBy('s.id')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return undefined
  if (row.customer_id === null) throw new Error(`the live sale ${row.id} has no customer`)
  return { id: row.id, customer_id: row.customer_id, is_erased: row.erased_at !== null }
}

/** Returns live sales with one of these IDs as provider_payment_id but not as transaction_id, oldest first. */
export async function listSalesNaming(
  queries: Queries,
  programId: number,
  { names, processor }: { names: readonly string[]; processor: string },
): Promise<{ id: number; transaction_id: string }[]> {
  if (names.length === 0) return []
  const { rows } = await sql<{ id: number; transaction_id: string }>`
    select s.id, s.transaction_id from sale_events s
    where s.program_id = ${programId} and not s.is_test and s.provider_payment_id in (${sql.join(names)})
      and s.provider_payment_id <> s.transaction_id and coalesce(s.provider, ${processor}::text) = ${processor}::text
    order by s.received_at, s.id limit ${processorLimits.waitingRefundRows}`.execute(queries)
  return rows
}

/** Returns the merchant's live sales with one of these transaction_ids. */
export function listSalesRecordedAs(queries: Queries, programId: number, names: readonly string[]) {
  return queries
    .selectFrom('sale_events as s')
    .leftJoin('processor_payments as y', (join) =>
      join.on('y.program_id', '=', programId).onRef('y.sale_id', '=', 's.id'),
    )
    .select('s.id')
    .where('s.program_id', '=', programId)
    .where('s.is_test', '=', false)
    .where('s.transaction_id', '=', sql<string>`any (${[...names]}::text[])`)
    .where((where) => where.or([where('y.created_sale', 'is', null), where('y.created_sale', '=', false)]))
    .orderBy('s.id')
    .execute()
}

/**
 * Returns whether one of these sales refers to its payment only by provider_payment_id: its transaction_id is not in
 * `names`.
 */
export async function isNamedSeparately(
  queries: Queries,
  programId: number,
  { saleIds, names }: { saleIds: readonly number[]; names: readonly string[] },
): Promise<boolean> {
  const sale = await queries
    .selectFrom('sale_events')
    .select('id')
    .where('program_id', '=', programId)
    .where('id', 'in', saleIds)
    .whereRef('provider_payment_id', '<>', 'transaction_id')
    .where('transaction_id', 'not in', names)
    .limit(1)
    .executeTakeFirst()
  return sale !== undefined
}

/** Returns payments that were unattributed when they arrived, newest first, including resolved ones. */
export function listUnattributedPayments(
  queries: Queries,
  programId: number,
  filter: { state: PaymentState | undefined },
  page: PageRequest,
) {
  let query = queries
    .selectFrom('processor_payments as y')
    .selectAll()
    .where('y.program_id', '=', programId)
    .where('y.was_unattributed', '=', true)
  if (filter.state !== undefined) query = query.where('y.state', '=', filter.state)
  return selectPage(query, 'y.created_at', 'y.id', page)
}

/** Returns a payment that was unattributed when it arrived; undefined if the program has none with this ID. */
export function findUnattributedPayment(queries: Queries, programId: number, id: number) {
  return queries
    .selectFrom('processor_payments')
    .selectAll()
    .where('program_id', '=', programId)
    .where('id', '=', id)
    .where('was_unattributed', '=', true)
    .executeTakeFirst()
}

/** PGlite returns a plain Uint8Array, but the rules compare hashes as Buffers. */
function withBuffer(row: PaymentRow): PaymentRow {
  return { ...row, email_hash: row.email_hash === null ? null : Buffer.from(row.email_hash) }
}
