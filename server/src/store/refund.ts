import { type Selectable, sql, type Transaction } from 'kysely'
import type { Queries } from './database.ts'
import type { CommissionStatus, RefundKind, RefundSource, Schema } from './schema.ts'

/** The sale with this transaction_id, of one mode. */
export async function findSaleByTransaction(
  queries: Queries,
  programId: number,
  isTest: boolean,
  transactionId: string,
): Promise<{ id: number } | undefined> {
  return queries
    .selectFrom('sale_events')
    .select('id')
    .where('program_id', '=', programId)
    .where('is_test', '=', isTest)
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst()
}

/** A sale of either mode, by its id. */
export async function findSale(
  queries: Queries,
  programId: number,
  saleId: number,
): Promise<{ id: number; is_test: boolean } | undefined> {
  return queries
    .selectFrom('sale_events')
    .select(['id', 'is_test'])
    .where('program_id', '=', programId)
    .where('id', '=', saleId)
    .executeTakeFirst()
}

/** The sale, which every other refund of it now waits for; who only points at it (an invoice's line) does not. */
export async function lockSale(
  transaction: Transaction<Schema>,
  programId: number,
  saleId: number,
): Promise<Selectable<Schema['sale_events']> | undefined> {
  return transaction
    .selectFrom('sale_events')
    .selectAll()
    .where('program_id', '=', programId)
    .where('id', '=', saleId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The commission and the fee of a sale, locked; a commission may be none. */
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
    .select(['id', 'amount_cents', 'reversed_cents'])
    .where('program_id', '=', programId)
    .where('sale_id', '=', saleId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return { commission, fee }
}

/** What was recorded against a sale: sums per kind in digits, and the event of the same kind and id. */
export async function sumRefunds(
  queries: Queries,
  programId: number,
  saleId: number,
  { kind, refund_id }: { kind: RefundKind; refund_id: string | undefined },
) {
  const sums = await sql<{ refunds_cents: string; disputes_cents: string }>`
    select
      coalesce(sum(case kind when 'refund' then amount_cents when 'failed_refund' then -amount_cents end), 0)::text
        as refunds_cents,
      coalesce(sum(amount_cents) filter (where kind = 'dispute' and withdrawn_at is null), 0)::text as disputes_cents
    from refund_events where program_id = ${programId} and sale_id = ${saleId}`.execute(queries)
  const [sum] = sums.rows
  if (sum === undefined) throw new Error('a sum without a row')
  const seen =
    refund_id === undefined
      ? undefined
      : await queries
          .selectFrom('refund_events')
          .select(['id', 'amount_cents', 'withdrawn_at'])
          .where('program_id', '=', programId)
          .where('sale_id', '=', saleId)
          .where('kind', '=', kind)
          .where('refund_id', '=', refund_id)
          .executeTakeFirst()
  return {
    refunds_cents: BigInt(sum.refunds_cents),
    disputes_cents: BigInt(sum.disputes_cents),
    seen: seen && { id: seen.id, amount_cents: seen.amount_cents, isWithdrawn: seen.withdrawn_at !== null },
  }
}

export async function insertRefund(
  queries: Queries,
  refund: {
    program_id: number
    is_test: boolean
    sale_id: number
    kind: RefundKind
    refund_id: string
    amount_cents: number
    reason: string | null
    source: RefundSource
    actor_user_id: string | null
    received_at: Date
    withdrawn_at: Date | null
  },
): Promise<number> {
  const row = await queries
    .insertInto('refund_events')
    .values(refund)
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function withdrawRefund(
  queries: Queries,
  programId: number,
  id: number,
  at: Date,
): Promise<void> {
  await queries
    .updateTable('refund_events')
    .set({ withdrawn_at: at })
    .where('program_id', '=', programId)
    .where('id', '=', id)
    .execute()
}

/** Writes what counts as refunded of a locked sale. A sale of which nothing is left is no longer paid. */
export async function setSaleRefunded(
  queries: Queries,
  programId: number,
  saleId: number,
  refunded: { refunded_cents: number; status: 'paid' | 'refunded' },
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
  reversed: { reversed_cents: number; status: CommissionStatus },
): Promise<void> {
  await queries
    .updateTable('commissions')
    .set(reversed)
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
