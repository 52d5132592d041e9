import { escapeHtml } from '../../core/http/html.rule.ts'
import { groupedAmount, groupThousands } from '../../core/money/decimal-amount.rule.ts'
import { monthWords } from '../../core/time/month-name.rule.ts'
import { reportDay } from '../../core/time/report-day.rule.ts'
import { PRINTED_STYLE } from '../../earnings/invoices/invoice.page.ts'
import type { StatementLineRow, StatementRow } from './statements.sql.ts'

interface StatementPage {
  program: { name: string; sandbox: boolean }
  partner: { name: string; email: string }
  month: string
  /** One for each currency. */
  statements: StatementRow[]
  /** The newest lines, all of them or the first ones. */
  lines: StatementLineRow[]
  labelOf: (customerId: number) => string
}

/** A statement of a month as a page of its own that prints on A4: no script, nothing from elsewhere, every text escaped. */
export function statementPage(page: StatementPage): string {
  const { program, partner, month, statements, lines, labelOf } = page
  const timeZone = statements[0]?.time_zone ?? 'UTC'
  const title = `${program.sandbox ? 'Sandbox: ' : ''}Statement of ${monthWords(month)}`
  const facts: [string, string][] = [
    ['Program', program.name],
    ['Partner', `${partner.name}\n${partner.email}`],
    ['Month', `${monthWords(month)} (${timeZone})`],
  ]
  const all = statements.reduce((sum, one) => sum + one.lines, 0)
  const note =
    lines.length < all
      ? `<p>These are the newest ${groupThousands(lines.length)} of ${groupThousands(all)} lines: the CSV file has all of them.</p>`
      : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${PRINTED_STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>
<table>
<caption>Balance</caption>
<thead><tr><th scope="col">Currency</th><th scope="col" class="n">Before</th><th scope="col" class="n">Earned</th><th scope="col" class="n">Taken back</th><th scope="col" class="n">Paid</th><th scope="col" class="n">After</th></tr></thead>
<tbody>${statements.map(sumRow).join('')}</tbody>
</table>
<table>
<caption>Earnings</caption>
<thead><tr><th scope="col">Number</th><th scope="col">Day</th><th scope="col">Customer</th><th scope="col" class="n">Earned</th><th scope="col" class="n">Taken back</th><th scope="col" class="n">Paid</th></tr></thead>
<tbody>${lines.map((line) => lineRow(line, timeZone, labelOf)).join('')}</tbody>
</table>
${note}
</main>
</body>
</html>
`
}

function sumRow(row: StatementRow): string {
  const amount = (label: string, cents: string) => cell(label, groupedAmount(cents, row.currency))
  return `<tr><th scope="row">${row.currency}</th>${amount('Before', row.opening_cents)}${amount('Earned', row.earned_cents)}${amount('Taken back', row.reversed_cents)}${amount('Paid', row.paid_cents)}${amount('After', row.closing_cents)}</tr>`
}

function lineRow(line: StatementLineRow, timeZone: string, labelOf: StatementPage['labelOf']): string {
  const amount = (label: string, cents: number) =>
    cell(label, `${groupedAmount(cents, line.currency)} ${line.currency}`)
  const day = `<td class="k" data-l="Day">${reportDay(line.created_at, timeZone)}</td>`
  const customer = `<td data-l="Customer">${escapeHtml(labelOf(line.customer_id))}${line.is_claimed ? ' (granted by your claim)' : ''}</td>`
  return `<tr><th scope="row">${line.commission_id}</th>${day}${customer}${amount('Earned', line.earned_cents)}${amount('Taken back', line.reversed_cents)}${amount('Paid', line.paid_cents)}</tr>`
}

/** A number, with the word that a phone shows beside it in place of the column's head. */
function cell(label: string, value: string): string {
  return `<td class="n" data-l="${label}">${value}</td>`
}
