import Type, { type Static } from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { INVOICE_KINDS, INVOICE_LINE_KINDS } from '../../core/enums.ts'
import { ApiError, invalidFieldError } from '../../core/errors/errors.http.ts'
import { CsvResponse, sendCsv } from '../../core/http/csv.http.ts'
import { DisplayText } from '../../core/http/display-text.http.ts'
import {
  CurrencyCode,
  choice,
  dataSchema,
  Instant,
  listSchema,
  nullable,
} from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { pageQuery, toPage } from '../../core/http/page.http.ts'
import { readText } from '../../core/http/query.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { cents } from '../../core/money/cents.http.ts'
import type { Currency } from '../../core/money/currency.ts'
import {
  ExchangeRates as Rates,
  ratedCurrencies,
  rateProperties,
} from '../../core/money/currency-schemas.http.ts'
import { decimalAmount } from '../../core/money/decimal-amount.rule.ts'
import type { CsvCell } from '../../core/text/csv.rule.ts'
import { atProgramTime } from '../../workspace/programs/program-clock.flow.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import { type ExchangeRates, parseExchangeRate } from './exchange-rate.rule.ts'
import { INVOICE_PAGE_POLICY, invoicePage } from './invoice.page.ts'
import { type InvoiceMonth, invoiceNumber, parseInvoiceMonth } from './invoice-month.rule.ts'
import { type IssueOutcome, issueInvoice } from './issue-invoice.flow.ts'
import { invoiceLimits } from './limits.ts'
import {
  findInvoice,
  type InvoiceLineRow,
  type InvoiceRow,
  type InvoiceSum,
  listInvoiceLines,
  listInvoices,
  type WholeInvoiceRow,
} from './list-invoices.sql.ts'
import { type InvoicePreview, previewInvoice } from './preview-invoice.flow.ts'
import { type VoidOutcome, voidInvoice } from './void-invoice.flow.ts'

const parties = {
  issuer: Type.String(),
  issuerAddress: nullable(Type.String()),
  issuerTaxId: nullable(Type.String()),
  programName: Type.String(),
  workspaceName: Type.String(),
  billedName: nullable(Type.String({ description: 'The program’s legal name, if set.' })),
  billedAddress: nullable(Type.String()),
  billedTaxId: nullable(Type.String()),
}

const Invoice = namedObject('Invoice', {
  id: Type.Integer(),
  number: Type.String({ examples: ['42-0007'] }),
  month: Type.String({ examples: ['2026-02'] }),
  periodFrom: Instant,
  periodTo: Type.String({
    format: 'date-time',
    description: 'The first instant after the period.',
  }),
  timeZone: Type.String(),
  kind: choice(INVOICE_KINDS, 'InvoiceKind'),
  voids: nullable(
    Type.Object(
      { invoiceId: Type.Integer(), number: Type.String(), reason: Type.String() },
      { description: 'The invoice that a credit note voids.' },
    ),
  ),
  voidedAt: nullable(
    Type.String({ format: 'date-time', description: 'When a credit note voided this invoice.' }),
  ),
  ...parties,
  exchangeRates: Rates,
  lines: Type.Integer(),
  totalUsdCents: cents({ description: 'Negative for a credit.' }),
  issuedAt: Instant,
})

const InvoiceDetails = namedObject('InvoiceDetails', {
  ...Invoice.properties,
  sums: Type.Array(
    Type.Object({
      kind: choice(INVOICE_LINE_KINDS, 'InvoiceLineKind'),
      currency: CurrencyCode,
      lines: Type.Integer(),
      amountCents: cents({ description: 'In the fees’ currency.' }),
      usdCents: cents({ description: 'In US cents.' }),
    }),
  ),
})

const InvoiceLine = namedObject('InvoiceLine', {
  feeId: Type.Integer(),
  saleId: Type.Integer(),
  transactionId: Type.String(),
  kind: choice(INVOICE_LINE_KINDS, 'InvoiceLineKind'),
  amountCents: Type.Integer({ description: 'Negative for a credit.' }),
  currency: CurrencyCode,
  exchangeRate: nullable(
    Type.String({ description: 'Null for a credit, because it reverses the amount charged.' }),
  ),
  usdCents: cents({ description: 'Negative for a credit.' }),
  chargedAt: Instant,
})

const issueBody = (currencies: readonly Currency[]) =>
  Type.Object({
    month: Type.String({
      maxLength: limits.maxIdLength,
      description: 'A completed month, such as `2026-02`.',
    }),
    exchangeRates: Type.Optional(Type.Object(rateProperties(currencies))),
    confirmRates: Type.Optional(
      Type.Array(choice(currencies), {
        maxItems: currencies.length,
        description: 'Currencies whose unusual rates you confirm.',
      }),
    ),
  })

const VoidBody = Type.Object({
  reason: DisplayText(limits.maxIdLength, { description: 'Shown on the credit note.' }),
})

const Preview = namedObject('InvoicePreview', {
  month: Type.String(),
  periodFrom: Instant,
  periodTo: Instant,
  ...parties,
  lines: Type.Integer(),
  totalUsdCents: Type.Optional(cents({ description: 'Omitted while a rate is missing.' })),
  sums: Type.Array(
    Type.Object({
      kind: choice(INVOICE_LINE_KINDS, 'InvoiceLineKind'),
      currency: CurrencyCode,
      lines: Type.Integer(),
      amountCents: cents({ description: 'In the fees’ currency.' }),
      usdCents: Type.Optional(cents({ description: 'Omitted while the rate is missing.' })),
    }),
  ),
  rates: Type.Array(
    Type.Object({
      currency: CurrencyCode,
      rate: nullable(Type.String({ description: 'Null if not sent; required to issue the invoice.' })),
      lastRate: nullable(Type.String({ description: 'The rate on the latest valid invoice.' })),
      unusual: nullable(
        Type.Enum(['far_from_last', 'out_of_range'], {
          type: 'string',
          description: 'Whether the currency must be in `confirmRates`.',
        }),
      ),
    }),
  ),
  lastInvoicedMonth: nullable(
    Type.String({
      description:
        'The latest invoice’s month, if the requested month can’t be invoiced because it isn’t later. Otherwise null.',
    }),
  ),
})

/** The CSV export's columns. */
const LINE_COLUMNS: Record<string, (row: InvoiceLineRow) => CsvCell> = {
  'Fee ID': (row) => row.fee_id,
  Charged: (row) => row.charged_at.toISOString(),
  'Sale ID': (row) => row.sale_id,
  Order: (row) => row.transaction_id,
  Type: (row) => row.kind,
  Amount: (row) => ({ digits: decimalAmount(row.amount_cents, row.currency) }),
  Currency: (row) => row.currency,
  'Exchange rate': (row) => row.exchange_rate,
  'Amount (USD)': (row) => ({ digits: decimalAmount(row.usd_cents, 'USD') }),
}

/**
 * Registers the routes for invoicing a program's platform fees. Reading requires `billing:read`, issuing
 * `commission:manage`.
 */
export function registerManageInvoices(app: App, deps: ServiceDeps): void {
  registerPreview(app, deps)
  registerIssue(app, deps)
  registerVoid(app, deps)
  registerList(app, deps)
  registerRead(app, deps)
  registerListLines(app, deps)
  registerExportLines(app, deps)
  registerPrint(app, deps)
}

function registerIssue(app: App, deps: ServiceDeps) {
  const { currencies } = deps.config
  const rated = ratedCurrencies(currencies)
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/invoices',
    operationId: 'issueInvoice',
    summary: 'Issue an invoice',
    description:
      'Charges every platform fee up to the end of the month that has not been invoiced yet, and credits invoiced ' +
      'fees that were reversed. An issued invoice never changes. Fees in currencies other than USD need a rate. If a ' +
      'rate is more than three times the last one used, less than a third of it, or outside the installation’s ' +
      'expected range, the request fails with 409 until `confirmRates` includes the currency.',
    permission: 'commission:manage',
    body: { schema: issueBody(rated) },
    status: 201,
    response: dataSchema(InvoiceDetails),
    errors: [409],
    handle: async ({ ctx, program, actorId, body }) => {
      const month = readMonth(body.month, program, ctx.clock.now())
      const rates = readRates(rated, body.exchangeRates ?? {})
      const confirmed = body.confirmRates ?? []
      const outcome = await issueInvoice(ctx, program.id, { month, rates, confirmed, actorId })
      if (outcome.kind !== 'issued') throw issueError(outcome, month)
      return { data: await readWhole(ctx, program.id, outcome.invoiceId) }
    },
  })
}

function registerPreview(app: App, deps: ServiceDeps) {
  const { currencies } = deps.config
  const rated = ratedCurrencies(currencies)
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/invoices/preview',
    operationId: 'previewInvoice',
    summary: 'Preview an invoice',
    description:
      'Returns the invoice as it would be issued now, and any missing or unusual exchange rates. Changes nothing.',
    permission: 'billing:read',
    query: {
      parameters: {
        month: Type.String({ description: 'A completed month, such as `2026-02`.' }),
        ...rateProperties(currencies),
      },
      read: (query, program) => ({
        month: readMonth(readText(query, 'month') ?? '', program, atProgramTime(deps, program).clock.now()),
        rates: readRates(
          rated,
          Object.fromEntries(rated.map((currency) => [currency, readText(query, currency)])),
          (currency) => currency,
        ),
      }),
    },
    response: dataSchema(Preview),
    handle: async ({ ctx, program, query }) => ({
      data: showPreview(query.month, await previewInvoice(ctx, program, query)),
    }),
  })
}

function registerVoid(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/invoices/:invoiceId/void',
    operationId: 'voidInvoice',
    summary: 'Void an invoice with a credit note',
    description:
      'Returns a credit note that reverses every line. The invoice itself is unchanged, and its month ' +
      'can be invoiced again. Only the latest valid invoice can be voided.',
    permission: 'commission:manage',
    ids: { invoiceId: invoiceNotFoundError },
    body: { schema: VoidBody },
    status: 201,
    response: dataSchema(InvoiceDetails),
    errors: [409],
    handle: async ({ ctx, program, actorId, ids: { invoiceId }, body }) => {
      const requested = { invoiceId, reason: body.reason.trim(), actorId }
      const outcome = await voidInvoice(ctx, program.id, requested)
      if (outcome.kind !== 'voided') throw voidError(program.id, outcome)
      return { data: await readWhole(ctx, program.id, outcome.creditNoteId) }
    },
  })
}

function registerList(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/invoices',
    operationId: 'listInvoices',
    summary: 'List invoices',
    permission: 'billing:read',
    query: pageQuery,
    response: listSchema(Invoice),
    handle: async ({ program, query: page }) => {
      const rows = await listInvoices(deps.database.kysely, program.id, page)
      return toPage(rows, page, ['issued_at', 'id'], (row) => showInvoice(program.id, row))
    },
  })
}

function registerRead(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/invoices/:invoiceId',
    operationId: 'readInvoice',
    summary: 'Retrieve an invoice',
    permission: 'billing:read',
    ids: { invoiceId: invoiceNotFoundError },
    response: dataSchema(InvoiceDetails),
    handle: async ({ program, ids }) => ({ data: await readWhole(deps, program.id, ids.invoiceId) }),
  })
}

function registerListLines(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/invoices/:invoiceId/lines',
    operationId: 'listInvoiceLines',
    summary: 'List invoice lines',
    permission: 'billing:read',
    ids: { invoiceId: invoiceNotFoundError },
    query: pageQuery,
    response: listSchema(InvoiceLine),
    handle: async ({ program, ids, query: page }) => {
      const invoice = await requireInvoice(deps, program.id, ids.invoiceId)
      const rows = await listInvoiceLines(deps.database.kysely, program.id, invoice.id, page)
      return toPage(rows, page, ['charged_at', 'fee_id'], showLine)
    },
  })
}

function registerExportLines(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/invoices/:invoiceId/lines.csv',
    operationId: 'exportInvoiceLines',
    summary: 'Export invoice lines as CSV',
    permission: 'billing:read',
    ids: { invoiceId: invoiceNotFoundError },
    response: CsvResponse,
    handle: async ({ program, ids, reply }) => {
      const invoice = await requireInvoice(deps, program.id, ids.invoiceId)
      return sendCsv(reply, {
        fileName: `invoice-${invoiceNumber(program.id, invoice.sequence)}.csv`,
        columns: LINE_COLUMNS,
        readRows: (page) => listInvoiceLines(deps.database.kysely, program.id, invoice.id, page),
        getKey: (row) => ({ at: row.charged_at, id: row.fee_id }),
      })
    },
  })
}

function registerPrint(app: App, deps: ServiceDeps) {
  const { kysely } = deps.database
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/invoices/:invoiceId.html',
    operationId: 'printInvoice',
    summary: 'Retrieve an invoice as a printable page',
    permission: 'billing:read',
    ids: { invoiceId: invoiceNotFoundError },
    response: {
      description: 'An HTML page without scripts, formatted for A4.',
      content: { 'text/html': { schema: Type.String() } },
    },
    handle: async ({ program, ids, reply }) => {
      const invoice = await requireInvoice(deps, program.id, ids.invoiceId)
      const first = { rows: invoiceLimits.invoiceLinesPrinted, after: undefined }
      const lines = (await listInvoiceLines(kysely, program.id, invoice.id, first)).slice(0, first.rows)
      return reply
        .headers({
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': INVOICE_PAGE_POLICY,
          'cache-control': 'no-store',
        })
        .send(invoicePage({ programId: program.id, invoice, sums: invoice.sums, lines }))
    },
  })
}

async function readWhole(
  deps: Pick<ServiceDeps, 'database'>,
  programId: number,
  id: number,
): Promise<Static<typeof InvoiceDetails>> {
  const invoice = await requireInvoice(deps, programId, id)
  return { ...showInvoice(programId, invoice), sums: invoice.sums.map(showSum) }
}

async function requireInvoice(
  { database }: Pick<ServiceDeps, 'database'>,
  programId: number,
  id: number,
): Promise<WholeInvoiceRow> {
  const invoice = await findInvoice(database.kysely, programId, id)
  if (invoice === undefined) throw invoiceNotFoundError()
  return invoice
}

function invoiceNotFoundError() {
  return new ApiError('not_found', 'The program has no invoice with this ID.')
}

function readMonth(text: string, program: ProgramRow, now: Date): InvoiceMonth {
  const month = parseInvoiceMonth(text, program.time_zone)
  if (month === undefined)
    throw invalidFieldError('month', 'month must be a calendar month, such as 2026-02.')
  if (month.to <= now) return month
  const message = `month is ${text}, which has not ended in ${program.time_zone}. A month can be invoiced after its end.`
  throw invalidFieldError('month', message)
}

function readRates(
  rated: readonly Currency[],
  sentRates: { [Code in Currency]?: string | undefined },
  fieldName: (currency: string) => string = (currency) => `exchangeRates.${currency}`,
): ExchangeRates {
  const rates: ExchangeRates = new Map()
  for (const currency of rated) {
    const text = sentRates[currency]
    if (text === undefined) continue
    const rate = parseExchangeRate(text)
    const field = fieldName(currency)
    if (rate === undefined)
      throw invalidFieldError(field, `${field} must be US dollars as a decimal, such as 1.0832.`)
    rates.set(currency, { text, rate })
  }
  return rates
}

function issueError(outcome: Exclude<IssueOutcome, { kind: 'issued' }>, { month }: InvoiceMonth): ApiError {
  switch (outcome.kind) {
    case 'no_rate': {
      const { currency } = outcome
      const message = `There are fees in ${currency}. Send exchangeRates.${currency}, in US dollars for 1 ${currency}.`
      return new ApiError('invalid_request', message, { field: `exchangeRates.${currency}`, currency })
    }
    case 'unconfirmed': {
      const { currency, rate, lastRate, unusual } = outcome.rate
      const explanation =
        unusual === 'far_from_last'
          ? `more than three times the last rate, ${lastRate}, or less than a third of it`
          : 'outside the range this installation expects'
      const message = `exchangeRates.${currency} is ${rate} US dollars for 1 ${currency}, which is ${explanation}. If it is correct, send confirmRates with ${currency}.`
      const details = { field: `exchangeRates.${currency}`, currency, rate, lastRate, unusual }
      return new ApiError('conflict', message, details)
    }
    case 'month_taken': {
      const { lastMonth } = outcome
      const message = `${lastMonth} is already invoiced, and ${month} is not after it. Remaining fees of ${month} will be on the next invoice.`
      return new ApiError('conflict', message, { lastMonth })
    }
    case 'sandbox':
      return new ApiError(
        'sandbox_program',
        'Sandbox programs are never invoiced. Preview the invoice to see what the month would cost.',
      )
    case 'nothing_due':
      return new ApiError(
        'conflict',
        `All fees up to the end of ${month} are invoiced. There is nothing to issue.`,
      )
  }
}

function voidError(programId: number, outcome: Exclude<VoidOutcome, { kind: 'voided' }>): ApiError {
  switch (outcome.kind) {
    case 'not_found':
      return invoiceNotFoundError()
    case 'is_credit_note':
      return new ApiError('conflict', 'This is a credit note. Only invoices can be voided.')
    case 'voided_already':
      return new ApiError('conflict', 'This invoice was already voided by a credit note.')
    case 'not_last': {
      const number = invoiceNumber(programId, outcome.lastSequence)
      const message = `Invoice ${number} was issued after this invoice and depends on it. Void the later invoice first.`
      return new ApiError('conflict', message, { number })
    }
  }
}

function showPreview(
  { month, from, to }: InvoiceMonth,
  { parties: names, sums, rates, lastInvoicedMonth }: InvoicePreview,
): Static<typeof Preview> {
  const total = sums.reduce<bigint | null>(
    (sum, { usd_cents }) => (sum === null || usd_cents === null ? null : sum + usd_cents),
    0n,
  )
  return {
    month,
    periodFrom: from.toISOString(),
    periodTo: to.toISOString(),
    ...toResponseFields(names),
    lines: sums.reduce((count, { lines }) => count + lines, 0),
    ...(total === null ? {} : { totalUsdCents: total }),
    sums: sums.map(({ kind, currency, lines, amount_cents, usd_cents }) => ({
      kind,
      currency,
      lines,
      amountCents: amount_cents,
      ...(usd_cents === null ? {} : { usdCents: usd_cents }),
    })),
    rates,
    lastInvoicedMonth,
  }
}

function showVoids(programId: number, row: InvoiceRow) {
  const { voids_invoice_id: invoiceId, voids_sequence, void_reason: reason } = row
  if (invoiceId === null || voids_sequence === null || reason === null) return null
  return { invoiceId, number: invoiceNumber(programId, voids_sequence), reason }
}

function showInvoice(programId: number, row: InvoiceRow): Static<typeof Invoice> {
  return {
    ...toResponseFields(row),
    number: invoiceNumber(programId, row.sequence),
    voids: showVoids(programId, row),
    ...toResponseFields(row),
    totalUsdCents: BigInt(row.total_usd_cents),
  }
}

function showSum(sum: InvoiceSum) {
  const { kind, currency, lines, amount_cents, usd_cents } = sum
  return { kind, currency, lines, amountCents: BigInt(amount_cents), usdCents: BigInt(usd_cents) }
}

function showLine(row: InvoiceLineRow): Static<typeof InvoiceLine> {
  return { ...toResponseFields(row), usdCents: BigInt(row.usd_cents) }
}
