import { createHash } from 'node:crypto'
import { escapeHtml } from '../../core/http/html.rule.ts'
import type { Currency } from '../../core/money/currency.ts'
import { groupedAmount, groupThousands } from '../../core/money/decimal-amount.rule.ts'
import { reportDay } from '../../core/time/report-day.rule.ts'
import { invoiceNumber } from './invoice-month.rule.ts'
import type { InvoiceLineRow, InvoiceRow, InvoiceSum } from './list-invoices.sql.ts'

interface InvoicePage {
  programId: number
  invoice: InvoiceRow
  sums: InvoiceSum[]
  /** All lines of the invoice, or only the newest ones. */
  lines: InvoiceLineRow[]
}

/**
 * Renders an invoice as a standalone A4 page for printing, without scripts or external resources. All text is escaped.
 */
export function invoicePage({ programId, invoice, sums, lines }: InvoicePage): string {
  const number = invoiceNumber(programId, invoice.sequence)
  const day = (instant: Date) => reportDay(instant, invoice.time_zone)
  const isCredit = invoice.total_usd_cents.startsWith('-')
  const title = invoice.kind === 'credit_note' ? 'Credit note' : isCredit ? 'Credit' : 'Invoice'
  const lastDay = day(new Date(invoice.period_to.getTime() - 1))
  const facts: [string, string][] = [
    ['Number', number],
    ['Issued', day(invoice.issued_at)],
    ['Period', `${day(invoice.period_from)} to ${lastDay} (${invoice.time_zone})`],
    ['From', formatParty(invoice.issuer, invoice.issuer_address, invoice.issuer_tax_id)],
    [
      'To',
      formatParty(
        invoice.billed_name ?? invoice.workspace_name,
        invoice.billed_address,
        invoice.billed_tax_id,
      ),
    ],
    ['Program', `${invoice.program_name} (${programId})`],
    ...voidEntries(programId, invoice, day),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} ${escapeHtml(number)}</title>
<style>${PRINTED_STYLE}</style>
</head>
<body>
<main>
<h1>${title} ${escapeHtml(number)}</h1>
<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>
<table>
<caption>Platform fees</caption>
<thead><tr><th scope="col">What</th><th scope="col" class="n">Sales</th><th scope="col" class="n">Amount</th><th scope="col" class="n">Rate</th><th scope="col" class="n">USD</th></tr></thead>
<tbody>${sums.map((sum) => sumRow(sum, invoice.exchange_rates)).join('')}</tbody>
<tfoot><tr><th scope="row" colspan="4">${isCredit ? 'Total in your favor' : 'Total'}</th><td class="n">${usd(invoice.total_usd_cents)} USD</td></tr></tfoot>
</table>
${ratesNote(invoice)}
${linesTable(invoice, lines, day)}
</main>
</body>
</html>
`
}

/** Formats a legal name with address and tax ID. */
function formatParty(name: string, address: string | null, taxId: string | null): string {
  return [name, address, taxId === null ? null : `Tax ID ${taxId}`].filter((line) => line !== null).join('\n')
}

/** Renders the links between a credit note and its invoice. */
function voidEntries(
  programId: number,
  invoice: InvoiceRow,
  day: (instant: Date) => string,
): [string, string][] {
  if (invoice.voids_sequence !== null) {
    const voidedNumber = invoiceNumber(programId, invoice.voids_sequence)
    return [['Credits', `Invoice ${voidedNumber}: ${invoice.void_reason ?? ''}`]]
  }
  return invoice.voided_at === null
    ? []
    : [['Void', `Voided by a credit note issued on ${day(invoice.voided_at)}`]]
}

function sumRow({ kind, currency, lines, amount_cents, usd_cents }: InvoiceSum, rates: Rates): string {
  const rate = kind !== 'fee' ? 'as charged' : currency === 'USD' ? '1' : (rates[currency] ?? '')
  const kindLabel = `${LABELS[kind]}, ${currency}`
  return `<tr><th scope="row">${kindLabel}</th>${cell('Sales', groupThousands(lines))}${cell('Amount', `${groupedAmount(amount_cents, currency)} ${currency}`)}${cell('Rate', escapeHtml(rate))}${cell('USD', usd(usd_cents))}</tr>`
}

const LABELS: Record<InvoiceSum['kind'], string> = {
  fee: 'Platform fees',
  credit: 'Credit for reversed fees',
  void: 'Reversed lines',
}

type Rates = Partial<Record<Currency, string>>

function ratesNote({ exchange_rates }: InvoiceRow): string {
  const rates = Object.entries(exchange_rates)
  if (rates.length === 0) return ''
  const text = rates.map(([currency, rate]) => `1 ${currency} = ${rate} USD`).join('; ')
  return `<p>Exchange rates: ${escapeHtml(text)}. Each fee is converted and rounded separately, half up.</p>`
}

function linesTable(invoice: InvoiceRow, lines: InvoiceLineRow[], day: (instant: Date) => string): string {
  const rows = lines.map(
    (line) =>
      `<tr><td class="k" data-l="Day">${day(line.charged_at)}</td><th scope="row">${escapeHtml(line.transaction_id)}</th><td class="k" data-l="Kind">${line.kind}</td>${cell('Fee', `${groupedAmount(line.amount_cents, line.currency)} ${line.currency}`)}${cell('USD', usd(line.usd_cents))}</tr>`,
  )
  const note =
    lines.length < invoice.lines
      ? `<p>Showing the newest ${groupThousands(lines.length)} of ${groupThousands(invoice.lines)} lines. The CSV file has all of them.</p>`
      : ''
  return `<table>
<caption>Lines</caption>
<thead><tr><th scope="col">Day</th><th scope="col">Sale</th><th scope="col">Kind</th><th scope="col" class="n">Fee</th><th scope="col" class="n">USD</th></tr></thead>
<tbody>${rows.join('')}</tbody>
</table>
${note}`
}

/** Renders a number cell, with a label that replaces the column header on phones. */
function cell(label: string, value: string): string {
  return `<td class="n" data-l="${label}">${value}</td>`
}

function usd(cents: string): string {
  return groupedAmount(cents, 'USD')
}

/** Styles for printable invoices and statements. */
export const PRINTED_STYLE = `
:root { color-scheme: light }
@page { size: A4; margin: 20mm 15mm }
* { box-sizing: border-box }
body { margin: 0; font: 11pt/1.45 system-ui, sans-serif; color: #111; background: #fff }
main { max-width: 180mm; margin: 0 auto; padding: 10mm 0 }
nav { margin: 0 0 6mm }
nav a { display: inline-block; padding: 1mm 0; color: #1d4ed8 }
h1 { margin: 0 0 6mm; font-size: 20pt }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 1mm 6mm; margin: 0 0 8mm }
dt { color: #555 }
dd { margin: 0; overflow-wrap: anywhere; white-space: pre-line }
table { width: 100%; border-collapse: collapse; margin: 0 0 6mm; font-variant-numeric: tabular-nums }
caption { padding: 0 0 2mm; text-align: left; font-weight: 600 }
th, td { padding: 1.5mm 2mm; border-bottom: 0.2mm solid #ccc; text-align: left; vertical-align: top; font-weight: 400 }
tbody th { overflow-wrap: anywhere }
thead th, tfoot th, tfoot td { font-weight: 600; border-bottom: 0.4mm solid #111 }
.n, .k { white-space: nowrap }
.n { text-align: right }
thead { display: table-header-group }
tfoot { display: table-row-group }
tr { break-inside: avoid }
@media screen { main { padding: 10mm } }
@media screen and (max-width: 40rem) {
  main { padding: 6mm 4mm }
  h1 { overflow-wrap: anywhere }
  dl { grid-template-columns: max-content minmax(0, 1fr); gap: 1mm 4mm }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  tbody tr, tfoot tr { display: flex; flex-direction: column; padding: 2mm 0; border-bottom: 0.2mm solid #ccc }
  tbody tr > *, tfoot tr > * { padding: 0.4mm 0; border: 0 }
  tbody th { order: -1; font-weight: 600 }
  td { display: flex; justify-content: space-between; gap: 4mm; text-align: right; white-space: normal; overflow-wrap: anywhere }
  td::before { content: attr(data-l); color: #555 }
  td.z { display: none }
  tfoot tr { flex-direction: row; justify-content: space-between; border-bottom: 0.4mm solid #111 }
}
@media print { main { max-width: none; padding: 0 } nav { display: none } }
`

/** The page's content security policy, which allows only this style. */
export const INVOICE_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(PRINTED_STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
