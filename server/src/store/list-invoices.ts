import { sql } from 'kysely'
import type { Queries } from './database.ts'
import { isAfter, type PageRequest } from './page.ts'
import type { Currency, InvoiceLineKind } from './schema.ts'

/** An invoice as it was issued; its total in digits, because a sum may outgrow a number. */
export interface InvoiceRow {
  id: number
  sequence: number
  /** `2026-02` */
  month: string
  period_from: Date
  period_to: Date
  time_zone: string
  issuer: string
  program_name: string
  workspace_name: string
  exchange_rates: Partial<Record<Currency, string>>
  lines: number
  total_usd_cents: string
  issued_at: Date
}

export async function listInvoices(
  queries: Queries,
  programId: number,
  { rows, after }: PageRequest,
): Promise<InvoiceRow[]> {
  let query = selectInvoices(queries, programId)
  if (after !== undefined) query = query.where(isAfter('v.issued_at', 'v.id', after))
  return query
    .orderBy('v.issued_at', 'desc')
    .orderBy('v.id', 'desc')
    .limit(rows + 1)
    .execute()
}

export async function findInvoice(
  queries: Queries,
  programId: number,
  invoiceId: number,
): Promise<InvoiceRow | undefined> {
  return selectInvoices(queries, programId).where('v.id', '=', invoiceId).executeTakeFirst()
}

/** A line with the sale that its fee is of. */
export interface InvoiceLineRow {
  fee_id: number
  sale_id: number
  transaction_id: string
  kind: InvoiceLineKind
  amount_cents: number
  currency: Currency
  exchange_rate: string | null
  usd_cents: string
  charged_at: Date
}

export async function listInvoiceLines(
  queries: Queries,
  programId: number,
  invoiceId: number,
  { rows, after }: PageRequest,
): Promise<InvoiceLineRow[]> {
  let query = queries
    .selectFrom('invoice_lines as l')
    .innerJoin('sale_events as s', (join) =>
      join.onRef('s.program_id', '=', 'l.program_id').onRef('s.id', '=', 'l.sale_id'),
    )
    .select([
      'l.fee_id',
      'l.sale_id',
      's.transaction_id',
      'l.kind',
      'l.amount_cents',
      'l.currency',
      'l.exchange_rate',
      sql<string>`l.usd_cents::text`.as('usd_cents'),
      'l.charged_at',
    ])
    .where('l.program_id', '=', programId)
    .where('l.invoice_id', '=', invoiceId)
  if (after !== undefined) query = query.where(isAfter('l.charged_at', 'l.fee_id', after))
  return query
    .orderBy('l.charged_at', 'desc')
    .orderBy('l.fee_id', 'desc')
    .limit(rows + 1)
    .execute()
}

/** What the lines of one kind and currency come to; sums in digits. */
export interface InvoiceSum {
  kind: InvoiceLineKind
  currency: Currency
  lines: number
  amount_cents: string
  usd_cents: string
}

export async function sumInvoiceLines(
  queries: Queries,
  programId: number,
  invoiceId: number,
): Promise<InvoiceSum[]> {
  const sums = await sql<InvoiceSum>`
    select l.kind, l.currency, count(*)::int as lines, sum(l.amount_cents::numeric)::text as amount_cents,
      sum(l.usd_cents)::text as usd_cents
    from invoice_lines l where l.program_id = ${programId} and l.invoice_id = ${invoiceId}
    group by l.kind, l.currency order by l.kind desc, l.currency desc`.execute(queries)
  return sums.rows
}

function selectInvoices(queries: Queries, programId: number) {
  return queries
    .selectFrom('invoices as v')
    .select([
      'v.id',
      'v.sequence',
      sql<string>`to_char(v.month, 'YYYY-MM')`.as('month'),
      'v.period_from',
      'v.period_to',
      'v.time_zone',
      'v.issuer',
      'v.program_name',
      'v.workspace_name',
      'v.exchange_rates',
      'v.lines',
      sql<string>`v.total_usd_cents::text`.as('total_usd_cents'),
      'v.issued_at',
    ])
    .where('v.program_id', '=', programId)
}
