import { sql } from 'kysely'
import type { Queries, QueryRow } from '../../core/database/database.ts'
import { type PageRequest, selectPage } from '../../core/database/page.sql.ts'
import type { InvoiceLineKind } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'

/** An issued invoice. The total is a string because it may exceed a safe integer. */
export type InvoiceRow = QueryRow<typeof listInvoices>

export function listInvoices(queries: Queries, programId: number, page: PageRequest) {
  const query = selectInvoices(queries, programId)
  return selectPage(query, 'v.issued_at', 'v.id', page)
}

/** An invoice with its lines' totals. */
export type WholeInvoiceRow = NonNullable<Awaited<ReturnType<typeof findInvoice>>>

export function findInvoice(queries: Queries, programId: number, invoiceId: number) {
  return selectInvoices(queries, programId)
    .select(sql<InvoiceSum[]>`v.sums`.as('sums'))
    .where('v.id', '=', invoiceId)
    .executeTakeFirst()
}

/** A line with its fee's sale. */
export type InvoiceLineRow = QueryRow<typeof listInvoiceLines>

export function listInvoiceLines(queries: Queries, programId: number, invoiceId: number, page: PageRequest) {
  const query = queries
    .selectFrom('invoice_lines as l')
    .innerJoin('sale_events as s', (join) =>
      join.on('s.program_id', '=', programId).onRef('s.id', '=', 'l.sale_id'),
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
  return selectPage(query, 'l.charged_at', 'l.fee_id', page)
}

/** Totals for the lines of one kind and currency, as strings. */
export interface InvoiceSum {
  kind: InvoiceLineKind
  currency: Currency
  lines: number
  amount_cents: string
  usd_cents: string
}

function selectInvoices(queries: Queries, programId: number) {
  return queries
    .selectFrom('invoices as v')
    .leftJoin('invoices as o', (join) =>
      join.on('o.program_id', '=', programId).onRef('o.id', '=', 'v.voids_invoice_id'),
    )
    .select([
      'v.id',
      'v.sequence',
      sql<string>`to_char(v.month, 'YYYY-MM')`.as('month'),
      'v.period_from',
      'v.period_to',
      'v.time_zone',
      'v.kind',
      'o.sequence as voids_sequence',
      'v.voids_invoice_id',
      'v.void_reason',
      'v.voided_at',
      'v.issuer',
      'v.issuer_address',
      'v.issuer_tax_id',
      'v.billed_name',
      'v.billed_address',
      'v.billed_tax_id',
      'v.program_name',
      'v.workspace_name',
      'v.exchange_rates',
      'v.lines',
      sql<string>`v.total_usd_cents::text`.as('total_usd_cents'),
      'v.issued_at',
    ])
    .where('v.program_id', '=', programId)
}
