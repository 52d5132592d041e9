import { type Insertable, sql, type Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { PageKey } from '../../core/database/page.sql.ts'
import type { Schema } from '../../core/database/schema.ts'
import type { InvoiceLineKind } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'
import { invoiceLimits } from './limits.ts'

/** A platform fee whose amount differs from its invoiced amount. */
export interface DueFee {
  id: number
  sale_id: number
  amount_cents: number
  reversed_cents: number
  currency: Currency
  created_at: Date
  invoiced_cents: number
  invoiced_usd_cents: string
}

/** Loads the program's latest valid invoice: neither a credit note nor voided by one. */
export async function findLastInvoice(queries: Queries, programId: number) {
  const result = await sql<{ id: number; sequence: number; month: string }>`
    select v.id, v.sequence, to_char(v.month, 'YYYY-MM') as month from invoices v
    where v.program_id = ${programId} and v.kind = 'invoice' and v.voided_at is null
    order by v.sequence desc limit 1`.execute(queries)
  return result.rows[0]
}

/**
 * Returns the next number in the sequence that invoices and credit notes share. The caller holds the program's lock.
 */
export async function nextSequence(transaction: Transaction<Schema>, programId: number): Promise<number> {
  const result = await sql<{ next: number }>`
    select coalesce(max(v.sequence), 0) + 1 as next from invoices v where v.program_id = ${programId}`.execute(
    transaction,
  )
  const [row] = result.rows
  if (row === undefined) throw new Error('the query for a maximum returned no row')
  return row.next
}

/** Returns each currency's last rate, as entered, from invoices that aren't voided. */
export async function findLastRates(queries: Queries, programId: number): Promise<Map<Currency, string>> {
  const result = await sql<{ currency: Currency; rate: string }>`
    select distinct on (r.currency) r.currency, r.rate
    from invoices v cross join lateral jsonb_each_text(v.exchange_rates) as r (currency, rate)
    where v.program_id = ${programId} and v.kind = 'invoice' and v.voided_at is null
    order by r.currency, v.sequence desc`.execute(queries)
  return new Map(result.rows.map(({ currency, rate }) => [currency, rate]))
}

/**
 * Voids an invoice with a credit note that reverses its lines, and restores the fees to their previous state. Only the
 * latest valid invoice can be voided, because later ones build on earlier ones.
 * @returns the credit note
 */
export async function insertCreditNote(
  transaction: Transaction<Schema>,
  programId: number,
  note: { invoiceId: number; sequence: number; reason: string; actorId: string; at: Date },
): Promise<number> {
  const saved = await sql<{ id: number; lines: number; inserted: number; reversed: number }>`
    with voided as (
      update invoices as v set voided_at = ${note.at}::timestamptz
      where v.program_id = ${programId} and v.id = ${note.invoiceId} and v.kind = 'invoice' and v.voided_at is null
      returning v.*
    ), note as (
      insert into invoices as n (program_id, sequence, month, period_from, period_to, time_zone, issuer, issuer_address,
        issuer_tax_id, program_name, workspace_name, billed_name, billed_address, billed_tax_id, exchange_rates, lines,
        total_usd_cents, issued_by, issued_at, kind, voids_invoice_id, void_reason)
      select v.program_id, ${note.sequence}::integer, v.month, v.period_from, v.period_to, v.time_zone, v.issuer,
        v.issuer_address, v.issuer_tax_id, v.program_name, v.workspace_name, v.billed_name, v.billed_address,
        v.billed_tax_id, v.exchange_rates, v.lines, -v.total_usd_cents, ${note.actorId}::text, ${note.at}::timestamptz,
        'credit_note', v.id, ${note.reason}::text
      from voided v
      returning n.program_id, n.id, n.lines, n.voids_invoice_id
    ), inserted as (
      insert into invoice_lines as i (program_id, invoice_id, fee_id, sale_id, kind, amount_cents, currency,
        exchange_rate, usd_cents, charged_at)
      select n.program_id, n.id, l.fee_id, l.sale_id, 'void', -l.amount_cents, l.currency, null, -l.usd_cents, l.charged_at
      from note n join invoice_lines l on l.program_id = n.program_id and l.invoice_id = n.voids_invoice_id
      returning i.program_id, i.fee_id, i.amount_cents, i.usd_cents
    ), reversed as (
      update platform_fees as f set invoiced_cents = f.invoiced_cents + i.amount_cents,
        invoiced_usd_cents = f.invoiced_usd_cents + i.usd_cents
      from inserted i where f.program_id = i.program_id and f.id = i.fee_id
      returning f.id
    )
    select n.id, n.lines, (select count(*)::int from inserted) as inserted,
      (select count(*)::int from reversed) as reversed
    from note n`.execute(transaction)
  const [row] = saved.rows
  if (row === undefined || row.inserted !== row.lines || row.reversed !== row.lines) {
    throw new Error('a credit note lost some of its lines')
  }
  return row.id
}

/**
 * Locks all fees charged before `before` that aren't fully invoiced. Returns their number and the currencies that need
 * a rate.
 */
export async function lockDueFees(transaction: Transaction<Schema>, programId: number, before: Date) {
  const result = await sql<{ fees: number; charged: Currency[] }>`
    with due as (
      select f.currency, f.amount_cents - f.reversed_cents > f.invoiced_cents as is_charge from platform_fees f
      where f.program_id = ${programId} and f.created_at < ${before}::timestamptz
        and f.amount_cents - f.reversed_cents <> f.invoiced_cents
      for update of f
    )
    select count(*)::int as fees, coalesce(array_agg(distinct d.currency) filter (where d.is_charge), '{}') as charged
    from due d`.execute(transaction)
  const [row] = result.rows
  if (row === undefined) throw new Error('the query for a count returned no row')
  return row
}

/** Reads the fees charged before `before` whose amounts differ from their invoiced amounts, in pages, oldest first. */
export async function* readDueFeePages(
  transaction: Transaction<Schema>,
  programId: number,
  before: Date,
): AsyncGenerator<DueFee[]> {
  let after: PageKey | undefined
  for (;;) {
    const fees = await listDueFees(transaction, programId, before, after)
    const last = fees.at(-1)
    if (last === undefined) return
    yield fees
    after = { at: last.created_at, id: last.id }
  }
}

async function listDueFees(
  transaction: Transaction<Schema>,
  programId: number,
  before: Date,
  after: PageKey | undefined,
) {
  const isLater =
    after === undefined
      ? sql`true`
      : sql`(f.created_at, f.id) > (${after.at}::timestamptz, ${after.id}::bigint)`
  const result = await sql<DueFee>`
    select f.id, f.sale_id, f.amount_cents, f.reversed_cents, f.currency, f.created_at, f.invoiced_cents,
      f.invoiced_usd_cents::text as invoiced_usd_cents
    from platform_fees f
    where f.program_id = ${programId} and f.created_at < ${before}::timestamptz
      and f.amount_cents - f.reversed_cents <> f.invoiced_cents and ${isLater}
    order by f.created_at, f.id limit ${invoiceLimits.invoicePageRows}`.execute(transaction)
  return result.rows
}

/** Inserts the invoice. Lines reference their invoice, so the totals are updated after the lines are inserted. */
export async function insertInvoice(
  transaction: Transaction<Schema>,
  invoice: Insertable<Schema['invoices']>,
): Promise<number> {
  const row = await transaction
    .insertInto('invoices')
    .values(invoice)
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** A line and the fee's new invoiced amounts, in US cents as strings. */
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

/** Inserts lines and updates the invoiced amounts of their fees in one statement. */
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

/** Stores the totals of an invoice's lines by kind and currency, once all lines exist. Amounts are strings. */
export async function storeInvoiceSums(
  transaction: Transaction<Schema>,
  programId: number,
  invoiceId: number,
): Promise<void> {
  await sql`
    update invoices as v set sums = coalesce((
      select jsonb_agg(to_jsonb(s) order by s.kind desc, s.currency desc)
      from (
        select l.kind, l.currency, count(*) as lines, sum(l.amount_cents::numeric)::text as amount_cents,
          sum(l.usd_cents)::text as usd_cents
        from invoice_lines l where l.program_id = ${programId} and l.invoice_id = ${invoiceId}
        group by l.kind, l.currency
      ) s), '[]')
    where v.program_id = ${programId} and v.id = ${invoiceId}`.execute(transaction)
}
