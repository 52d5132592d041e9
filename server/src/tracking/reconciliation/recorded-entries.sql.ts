import { sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { RecordedPayment, RecordedRefund } from './reconciliation.ts'

/** Returns the payments with one of these IDs, each with the ID. */
export async function listRecordedPayments(
  queries: Queries,
  programId: number,
  names: readonly string[],
): Promise<(RecordedPayment & { name: string })[]> {
  const { rows } = await sql<RecordedPayment & { name: string }>`
    select r.reference as name, y.id as payment_id, y.sale_id, y.transaction_id, y.state, y.reason, y.amount_cents,
      y.amount_from, y.currency, y.unpaid_since, y.created_sale, s.amount_cents as sale_cents, s.currency as sale_currency
    from payment_references r
    join processor_payments y on y.program_id = ${programId} and y.id = r.payment_id
    left join sale_events s on s.program_id = ${programId} and s.id = y.sale_id
    where r.program_id = ${programId} and r.reference = any (${[...names]}::text[])`.execute(queries)
  return rows
}

/** Returns live sales that the merchant reported with one of these IDs, each with the ID. */
export async function listReportedSales(
  queries: Queries,
  programId: number,
  names: readonly string[],
): Promise<(RecordedPayment & { name: string })[]> {
  const selectSalesBy = (column: string) => sql`
    select ${sql.ref(`s.${column}`)} as name, null::bigint as payment_id, s.id as sale_id, s.transaction_id,
      null::text as state, null::text as reason, null::bigint as amount_cents, null::text as amount_from,
      null::text as currency, null::timestamptz as unpaid_since, false as created_sale, s.amount_cents as sale_cents,
      s.currency as sale_currency
    from sale_events s
    where s.program_id = ${programId} and not s.is_test and ${sql.ref(`s.${column}`)} = any (${[...names]}::text[])`
  const { rows } = await sql<RecordedPayment & { name: string }>`
    ${selectSalesBy('transaction_id')} union all ${selectSalesBy('provider_payment_id')}`.execute(queries)
  return rows
}

/** Returns these payments' refunds and disputes, and those that the merchant reported for these sales. */
export async function listRecordedRefunds(
  queries: Queries,
  programId: number,
  { paymentIds, saleIds }: { paymentIds: readonly number[]; saleIds: readonly number[] },
): Promise<RecordedRefund[]> {
  const { rows } = await sql<RecordedRefund>`
    select r.payment_id, null::bigint as sale_id, r.kind, r.refund_id, r.charge_id, r.amount_cents, r.currency,
      r.is_withdrawn, r.occurred_at
    from processor_refunds r
    where r.program_id = ${programId} and r.payment_id = any (${[...paymentIds]}::bigint[])
    union all
    select null, e.sale_id, e.kind, e.refund_id, null, coalesce(e.reported_cents, e.amount_cents), null, false, e.received_at
    from refund_events e
    where e.program_id = ${programId} and e.sale_id = any (${[...saleIds]}::bigint[])
      and e.source <> 'processor' and (e.kind = 'dispute' or e.withdrawn_at is null)`.execute(queries)
  return rows
}
