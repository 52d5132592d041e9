import { sql, type Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'

/** An ID and its pseudonym. */
export interface Pseudonym {
  name: string
  erased: string
}

/** Returns all IDs recorded for these payments, including those of their charges, refunds and invoices. */
export async function listPaymentIdentifiers(
  queries: Queries,
  programId: number,
  ids: readonly number[],
): Promise<string[]> {
  const ofPayments = (alias: string) =>
    sql`${sql.ref(`${alias}.program_id`)} = ${programId} and ${sql.ref(`${alias}.payment_id`)} = any (${[...ids]}::bigint[])`
  const { rows } = await sql<{ name: string }>`
    select r.reference as name from payment_references r where ${ofPayments('r')}
    union select s.reference from payment_shares s where ${ofPayments('s')}
    union select c.charge_id from processor_charges c where ${ofPayments('c')}
    union select f.refund_id from processor_refunds f where ${ofPayments('f')} and f.refund_id is not null
    union select f.charge_id from processor_refunds f where ${ofPayments('f')} and f.charge_id is not null
    union select y.transaction_id from processor_payments y
      where y.program_id = ${programId} and y.id = any (${[...ids]}::bigint[]) and y.transaction_id is not null
    union select y.bill_id from processor_payments y
      where y.program_id = ${programId} and y.id = any (${[...ids]}::bigint[]) and y.bill_id is not null`.execute(
    queries,
  )
  return rows.map(({ name }) => name)
}

/**
 * Replaces the IDs of these payments with pseudonyms and clears other buyer data. Amounts, days and outcomes are kept.
 * IDs shared with other payments are replaced there, too, so both are still found. Differences found in reconciliations
 * are deleted with their notes.
 */
export async function erasePaymentRows(
  transaction: Transaction<Schema>,
  programId: number,
  { ids, names, at }: { ids: readonly number[]; names: readonly Pseudonym[]; at: Date },
): Promise<void> {
  const pairs = JSON.stringify(names)
  const nameRows = sql`jsonb_to_recordset(${pairs}::jsonb) as n (name text, erased text)`
  const erasedColumn = (column: string) =>
    sql`(select n.erased from ${nameRows} where n.name = ${sql.ref(column)})`
  await sql`
    update processor_payments as y set erased_at = ${at}::timestamptz,
      transaction_id = ${erasedColumn('y.transaction_id')}, bill_id = ${erasedColumn('y.bill_id')},
      subscription_id = null, click_id = null, customer_key = null, reference_key = null, email_hash = null,
      processor_customer_id = null, coupon_code = null
    where y.program_id = ${programId} and y.id = any (${[...ids]}::bigint[])`.execute(transaction)
  for (const table of ['payment_references', 'payment_shares', 'processor_events']) {
    await sql`
      update ${sql.table(table)} as r set reference = n.erased from ${nameRows}
      where r.program_id = ${programId} and r.reference = n.name and n.erased <> n.name`.execute(transaction)
  }
  await sql`
    update processor_charges as c set charge_id = n.erased from ${nameRows}
    where c.program_id = ${programId} and c.charge_id = n.name and n.erased <> n.name`.execute(transaction)
  await sql`
    update processor_refunds as f set reason = null,
      refund_id = ${erasedColumn('f.refund_id')}, charge_id = ${erasedColumn('f.charge_id')}
    where f.program_id = ${programId} and f.payment_id = any (${[...ids]}::bigint[])`.execute(transaction)
  await sql`
    update events_for_review as k set object_id = n.erased from ${nameRows}
    where k.program_id = ${programId} and k.object_id = n.name and n.erased <> n.name`.execute(transaction)
  await sql`
    delete from reconciliation_items as i where i.program_id = ${programId}
      and (i.payment_id = any (${[...ids]}::bigint[])
        or i.reference in (select n.name from ${nameRows}))`.execute(transaction)
}
