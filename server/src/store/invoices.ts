import { sql, type Transaction } from 'kysely'
import type { Queries } from './database.ts'
import type { PageKey } from './page.ts'
import type { Currency, InvoiceLineKind, Schema } from './schema.ts'

/** A platform fee that stands otherwise than it was invoiced. */
export interface DueFee {
  id: number
  sale_id: number
  amount_cents: number
  reversed_cents: number
  currency: Currency
  created_at: Date
  invoiced_cents: number
  /** Digits. */
  invoiced_usd_cents: string
}

/** The last month that the program has an invoice of, and its number. */
export async function findLastInvoice(
  queries: Queries,
  programId: number,
): Promise<{ sequence: number; month: string } | undefined> {
  const found = await sql<{ sequence: number; month: string }>`
    select v.sequence, to_char(v.month, 'YYYY-MM') as month from invoices v
    where v.program_id = ${programId} order by v.sequence desc limit 1`.execute(queries)
  return found.rows[0]
}

/** Locks every fee of before `before` that is due, and says how many there are and which currencies need a rate. */
export async function lockDueFees(
  transaction: Transaction<Schema>,
  programId: number,
  before: Date,
): Promise<{ fees: number; charged: Currency[] }> {
  const found = await sql<{ fees: number; charged: Currency[] }>`
    with due as (
      select f.currency, f.amount_cents - f.reversed_cents > f.invoiced_cents as is_charge from platform_fees f
      where f.program_id = ${programId} and f.created_at < ${before}::timestamptz
        and f.amount_cents - f.reversed_cents <> f.invoiced_cents
      for update of f
    )
    select count(*)::int as fees, coalesce(array_agg(distinct d.currency) filter (where d.is_charge), '{}') as charged
    from due d`.execute(transaction)
  const [row] = found.rows
  if (row === undefined) throw new Error('a count without a row')
  return row
}

/** The oldest of the locked fees, after the one that stands at `after`. */
export async function listDueFees(
  transaction: Transaction<Schema>,
  programId: number,
  before: Date,
  { rows, after }: { rows: number; after: PageKey | undefined },
): Promise<DueFee[]> {
  const isLater =
    after === undefined
      ? sql`true`
      : sql`(f.created_at, f.id) > (${after.at}::timestamptz, ${after.id}::bigint)`
  const found = await sql<DueFee>`
    select f.id, f.sale_id, f.amount_cents, f.reversed_cents, f.currency, f.created_at, f.invoiced_cents,
      f.invoiced_usd_cents::text as invoiced_usd_cents
    from platform_fees f
    where f.program_id = ${programId} and f.created_at < ${before}::timestamptz
      and f.amount_cents - f.reversed_cents <> f.invoiced_cents and ${isLater}
    order by f.created_at, f.id limit ${rows}`.execute(transaction)
  return found.rows
}

/** The invoice itself goes first, so that its lines have it to belong to; its totals follow them. */
export async function insertInvoice(
  transaction: Transaction<Schema>,
  invoice: {
    program_id: number
    sequence: number
    month: string
    period_from: Date
    period_to: Date
    time_zone: string
    issuer: string
    program_name: string
    workspace_name: string
    exchange_rates: string
    issued_by: string
    issued_at: Date
  },
): Promise<number> {
  const row = await transaction
    .insertInto('invoices')
    .values(invoice)
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** A line, and what is invoiced of its fee then. Cents of dollars in digits. */
export interface NewInvoiceLine {
  fee_id: number
  sale_id: number
  kind: InvoiceLineKind
  amount_cents: number
  currency: Currency
  exchange_rate: string | null
  usd_cents: string
  charged_at: Date
  invoiced_cents: number
  invoiced_usd_cents: string
}

/** Writes lines of an invoice, and in their fees that they are invoiced: one statement. */
export async function insertInvoiceLines(
  transaction: Transaction<Schema>,
  programId: number,
  invoiceId: number,
  lines: readonly NewInvoiceLine[],
): Promise<void> {
  const saved = await sql<{ inserted: number; invoiced: number }>`
    with l as (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as r (fee_id bigint, sale_id bigint, kind text,
        amount_cents bigint, currency text, exchange_rate text, usd_cents numeric, charged_at timestamptz,
        invoiced_cents bigint, invoiced_usd_cents numeric)
    ), inserted as (
      insert into invoice_lines as i (program_id, invoice_id, fee_id, sale_id, kind, amount_cents, currency,
        exchange_rate, usd_cents, charged_at)
      select ${programId}::bigint, ${invoiceId}::bigint, l.fee_id, l.sale_id, l.kind, l.amount_cents, l.currency,
        l.exchange_rate, l.usd_cents, l.charged_at
      from l
      returning i.fee_id
    ), invoiced as (
      update platform_fees as f set invoiced_cents = l.invoiced_cents, invoiced_usd_cents = l.invoiced_usd_cents
      from l where f.program_id = ${programId} and f.id = l.fee_id
      returning f.id
    )
    select (select count(*)::int from inserted) as inserted, (select count(*)::int from invoiced) as invoiced`.execute(
    transaction,
  )
  const [row] = saved.rows
  if (row?.inserted !== lines.length || row.invoiced !== lines.length) {
    throw new Error('an invoice lost some of its lines')
  }
}

export async function setInvoiceTotals(
  transaction: Transaction<Schema>,
  programId: number,
  invoiceId: number,
  totals: { lines: number; total_usd_cents: string },
): Promise<void> {
  await transaction
    .updateTable('invoices')
    .set(totals)
    .where('program_id', '=', programId)
    .where('id', '=', invoiceId)
    .execute()
}
