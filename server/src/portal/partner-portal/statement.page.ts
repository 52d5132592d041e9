import type { Language } from '../../core/enums.ts'
import { escapeHtml } from '../../core/http/html.rule.ts'
import type { PartnerMessageKey } from '../../core/i18n/catalogs.ts'
import { amountText, dayText, monthText } from '../../core/i18n/format.rule.ts'
import { type MessageArgs, message } from '../../core/i18n/message.rule.ts'
import { capitalize } from '../../core/text/capitalize.rule.ts'
import { PRINTED_STYLE } from '../../earnings/invoices/invoice.page.ts'
import type { StatementLineRow, StatementRow } from './statements.sql.ts'

interface StatementPage {
  language: Language
  program: { name: string; sandbox: boolean }
  partner: { name: string; email: string }
  month: string
  /** One statement for each currency. */
  statements: StatementRow[]
  /** The newest lines, either all of them or up to a limit. */
  lines: StatementLineRow[]
  getCustomerCode: (customerId: number) => string
  /** The portal's payouts page; undefined if the reader has no session there. */
  payoutsUrl: string | undefined
}

/**
 * Renders a monthly statement as a standalone page for printing on A4, without scripts or external resources. All text
 * is escaped.
 */
export function statementPage(page: StatementPage): string {
  const { language, program, partner, month, statements, lines, payoutsUrl } = page
  const label = (key: PartnerMessageKey, args?: MessageArgs) => escapeHtml(message(language, key, args))
  const timeZone = statements[0]?.time_zone ?? 'UTC'
  const monthTitle = message(language, 'statement.title', { month: monthText(language, month) })
  const title = program.sandbox ? label('statement.sandbox', { title: monthTitle }) : escapeHtml(monthTitle)
  const facts: [string, string][] = [
    [label('statement.program'), program.name],
    [label('statement.partner'), `${partner.name}\n${partner.email}`],
    [label('statement.month'), `${capitalize(monthText(language, month))} (${timeZone})`],
  ]
  const all = statements.reduce((sum, statement) => sum + statement.lines, 0)
  const note =
    lines.length < all ? `<p>${label('statement.newest', { shown: lines.length, total: all })}</p>` : ''
  const back =
    payoutsUrl === undefined
      ? ''
      : `<nav><a href="${escapeHtml(payoutsUrl)}">${label('statement.back')}</a></nav>`
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${PRINTED_STYLE}</style>
</head>
<body>
<main>
${back}
<h1>${title}</h1>
<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>
<table>
<caption>${label('statement.balance')}</caption>
<thead><tr><th scope="col">${label('statement.currency')}</th><th scope="col" class="n">${label('statement.opening')}</th><th scope="col" class="n">${label('statement.earned')}</th><th scope="col" class="n">${label('statement.reversed')}</th><th scope="col" class="n">${label('statement.paid')}</th><th scope="col" class="n">${label('statement.closing')}</th></tr></thead>
<tbody>${statements.map((row) => sumRow(row, language)).join('')}</tbody>
</table>
<table>
<caption>${label('statement.closing')}</caption>
<thead><tr><th scope="col">${label('statement.currency')}</th><th scope="col" class="n">${label('statement.held')}</th><th scope="col" class="n">${label('statement.payable')}</th></tr></thead>
<tbody>${statements.map((row) => closingRow(row, language)).join('')}</tbody>
</table>
<p>${label('statement.closingNote')}</p>
<table>
<caption>${label('statement.earnings')}</caption>
<thead><tr><th scope="col">${label('statement.date')}</th><th scope="col">${label('statement.customer')}</th><th scope="col" class="n">${label('statement.earned')}</th><th scope="col" class="n">${label('statement.reversed')}</th><th scope="col" class="n">${label('statement.paid')}</th></tr></thead>
<tbody>${lines.map((line) => lineRow(line, page)).join('')}</tbody>
</table>
${note}
</main>
</body>
</html>
`
}

function sumRow(row: StatementRow, language: Language): string {
  const cells = (
    [
      ['opening', row.opening_cents],
      ['earned', row.earned_cents],
      ['reversed', row.reversed_cents],
      ['paid', row.paid_cents],
      ['closing', row.closing_cents],
    ] as const
  ).map(([name, cents]) =>
    cell(message(language, `statement.${name}`), amountText(language, cents, row.currency), {
      isHiddenOnPhone: name !== 'closing' && isZero(cents),
    }),
  )
  return `<tr><th scope="row">${row.currency}</th>${cells.join('')}</tr>`
}

/** Splits the closing balance. */
function closingRow({ currency, closing_cents, held_cents }: StatementRow, language: Language): string {
  const cells = (
    [
      ['held', BigInt(held_cents)],
      ['payable', BigInt(closing_cents) - BigInt(held_cents)],
    ] as const
  ).map(([name, cents]) =>
    cell(message(language, `statement.${name}`), amountText(language, cents, currency), {
      isHiddenOnPhone: false,
    }),
  )
  return `<tr><th scope="row">${currency}</th>${cells.join('')}</tr>`
}

function lineRow(line: StatementLineRow, { language, statements, getCustomerCode }: StatementPage): string {
  const timeZone = statements[0]?.time_zone ?? 'UTC'
  const code = getCustomerCode(line.customer_id)
  const customer =
    line.claim_approved_at !== null ? message(language, 'statement.claimed', { customer: code }) : code
  const cells = (
    [
      ['earned', line.earned_cents],
      ['reversed', line.reversed_cents],
      ['paid', line.paid_cents],
    ] as const
  ).map(([name, cents]) =>
    cell(message(language, `statement.${name}`), amountText(language, cents, line.currency), {
      isHiddenOnPhone: isZero(cents),
    }),
  )
  return (
    `<tr><th scope="row" class="k">${dayText(language, line.created_at, timeZone)}</th>` +
    `<td data-l="${escapeHtml(message(language, 'statement.customer'))}">${escapeHtml(customer)}</td>${cells.join('')}</tr>`
  )
}

const isZero = (cents: string | number | bigint) => BigInt(cents) === 0n

/**
 * Renders a number cell, with a label that replaces the column header on phones, where each cell is a line and a zero
 * can be omitted.
 */
function cell(label: string, value: string, { isHiddenOnPhone }: { isHiddenOnPhone: boolean }): string {
  return `<td class="n${isHiddenOnPhone ? ' z' : ''}" data-l="${escapeHtml(label)}">${escapeHtml(value)}</td>`
}
