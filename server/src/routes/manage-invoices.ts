import Type, { type Static } from 'typebox'
import type { App, ServiceDeps } from '../app.ts'
import { limits } from '../config.ts'
import { type ExchangeRates, type IssueOutcome, issueInvoice } from '../flows/issue-invoice.ts'
import { CsvAnswer, sendCsv } from '../http/csv.ts'
import { errorResponses } from '../http/error-schemas.ts'
import { ApiError, invalidField } from '../http/errors.ts'
import { INVOICE_PAGE_POLICY, invoicePage } from '../http/invoice-page.ts'
import {
  choice,
  dataOf,
  Instant,
  listOf,
  managementRoute,
  managementSchema,
  nullable,
  ProgramParams,
  readObject,
} from '../http/management.ts'
import { pageParameters, readPage, toPage } from '../http/page.ts'
import { parseId, requirePermission } from '../http/verify-program-access.ts'
import { bodyReader } from '../http/wire.ts'
import type { CsvCell } from '../rules/csv.ts'
import { decimalAmount } from '../rules/decimal-amount.ts'
import { parseExchangeRate } from '../rules/exchange-rate.ts'
import { type InvoiceMonth, invoiceNumber, parseInvoiceMonth } from '../rules/invoice-month.ts'
import { CURRENCIES } from '../rules/sale-request.ts'
import {
  findInvoice,
  type InvoiceLineRow,
  type InvoiceRow,
  type InvoiceSum,
  listInvoiceLines,
  listInvoices,
  sumInvoiceLines,
} from '../store/list-invoices.ts'
import type { ProgramRow } from '../store/programs.ts'

const KINDS = ['fee', 'credit'] as const
const RATED = ['EUR', 'VND'] as const

/** A sum may outgrow a number; its digits reach the answer as they are. */
const Cents = (description: string) => Type.Unsafe<bigint>(Type.Integer({ description }))

const Rate = (currency: string) =>
  Type.Optional(
    Type.String({ maxLength: 32, description: `US dollars for 1 ${currency}, as a decimal: \`1.0832\`.` }),
  )
const Rates = Type.Object({ EUR: Rate('EUR'), VND: Rate('VND') })

const Invoice = Type.Object({
  id: Type.Integer(),
  number: Type.String({ examples: ['42-0007'] }),
  month: Type.String({ examples: ['2026-02'] }),
  periodFrom: Instant,
  periodTo: Type.String({ format: 'date-time', description: 'The first instant after the period.' }),
  timeZone: Type.String(),
  issuer: Type.String(),
  programName: Type.String(),
  workspaceName: Type.String(),
  exchangeRates: Rates,
  lines: Type.Integer(),
  totalUsdCents: Cents('Negative: a credit.'),
  issuedAt: Instant,
})

const WholeInvoice = Type.Object({
  ...Invoice.properties,
  sums: Type.Array(
    Type.Object({
      kind: choice(KINDS),
      currency: choice(CURRENCIES),
      lines: Type.Integer(),
      amountCents: Cents('In the currency of the fees.'),
      usdCents: Cents('In US cents.'),
    }),
  ),
})

const InvoiceLine = Type.Object({
  feeId: Type.Integer(),
  saleId: Type.Integer(),
  transactionId: Type.String(),
  kind: choice(KINDS),
  amountCents: Type.Integer({ description: 'Negative in a credit.' }),
  currency: choice(CURRENCIES),
  exchangeRate: nullable(Type.String({ description: 'Null: a credit takes back what was charged.' })),
  usdCents: Cents('Negative in a credit.'),
  chargedAt: Instant,
})

const IssueBody = Type.Object({
  month: Type.String({ maxLength: limits.idChars, description: 'A month that has ended: `2026-02`.' }),
  exchangeRates: Type.Optional(Rates),
})
const InvoiceParams = Type.Object({ ...ProgramParams.properties, invoiceId: Type.String() })

const readIssueBody = bodyReader(IssueBody)

/** What the lines of an invoice say as a file. */
const LINE_COLUMNS: Record<string, (row: InvoiceLineRow) => CsvCell> = {
  feeId: (row) => row.fee_id,
  chargedAt: (row) => row.charged_at.toISOString(),
  saleId: (row) => row.sale_id,
  transactionId: (row) => row.transaction_id,
  kind: (row) => row.kind,
  currency: (row) => row.currency,
  amount: (row) => ({ digits: decimalAmount(row.amount_cents, row.currency) }),
  amountCents: (row) => row.amount_cents,
  exchangeRate: (row) => row.exchange_rate,
  usd: (row) => ({ digits: decimalAmount(row.usd_cents, 'USD') }),
  usdCents: (row) => ({ digits: row.usd_cents }),
}

/** The invoices of a program's platform fees. Reading takes `billing:read`, issuing `commission:manage`. */
export function registerManageInvoices(app: App, deps: ServiceDeps): void {
  const { kysely } = deps.database

  app.route({
    ...managementRoute,
    method: 'POST',
    url: '/api/programs/:programId/invoices',
    schema: {
      ...managementSchema,
      operationId: 'issueInvoice',
      summary: 'Issue the invoice of a month',
      description:
        'Every platform fee of before the end of the month that is not invoiced yet, and as credits what was ' +
        'taken back of invoiced ones. An issued invoice never changes. Fees of another currency than USD need its rate.',
      params: ProgramParams,
      body: IssueBody,
      response: { 201: dataOf(WholeInvoice), ...errorResponses([400, 401, 403, 404, 409, 413, 415]) },
    },
    handler: async (request, reply) => {
      const access = await requirePermission(deps, request, request.params.programId, 'commission:manage')
      const body = readIssueBody(readObject(request.body))
      const month = readMonth(body.month, access.program, deps.clock.now())
      const rates = readRates(body.exchangeRates ?? {})
      const outcome = await issueInvoice(deps, access.program.id, month, rates, access.userId)
      if (outcome.kind !== 'issued') throw refusal(outcome, month)
      const data = await readWhole(access.program.id, String(outcome.invoiceId))
      return reply.code(201).send({ data })
    },
  })

  app.route({
    ...managementRoute,
    method: 'GET',
    url: '/api/programs/:programId/invoices',
    schema: {
      ...managementSchema,
      operationId: 'listInvoices',
      summary: 'List the invoices',
      params: ProgramParams,
      querystring: Type.Object(pageParameters),
      response: { 200: listOf(Invoice), ...errorResponses([400, 401, 403, 404]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'billing:read')
      const page = readPage(request.query)
      const rows = await listInvoices(kysely, program.id, page)
      return toPage(
        rows,
        page,
        (row) => ({ at: row.issued_at, id: row.id }),
        (row) => showInvoice(program.id, row),
      )
    },
  })

  app.route({
    ...managementRoute,
    method: 'GET',
    url: '/api/programs/:programId/invoices/:invoiceId',
    schema: {
      ...managementSchema,
      operationId: 'readInvoice',
      summary: 'Read an invoice',
      params: InvoiceParams,
      response: { 200: dataOf(WholeInvoice), ...errorResponses([401, 403, 404]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'billing:read')
      return { data: await readWhole(program.id, request.params.invoiceId) }
    },
  })

  app.route({
    ...managementRoute,
    method: 'GET',
    url: '/api/programs/:programId/invoices/:invoiceId/lines',
    schema: {
      ...managementSchema,
      operationId: 'listInvoiceLines',
      summary: 'List the lines of an invoice',
      params: InvoiceParams,
      querystring: Type.Object(pageParameters),
      response: { 200: listOf(InvoiceLine), ...errorResponses([400, 401, 403, 404]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'billing:read')
      const page = readPage(request.query)
      const invoice = await requireInvoice(program.id, request.params.invoiceId)
      const rows = await listInvoiceLines(kysely, program.id, invoice.id, page)
      return toPage(rows, page, (row) => ({ at: row.charged_at, id: row.fee_id }), showLine)
    },
  })

  app.route({
    ...managementRoute,
    method: 'GET',
    url: '/api/programs/:programId/invoices/:invoiceId/lines.csv',
    schema: {
      ...managementSchema,
      operationId: 'exportInvoiceLines',
      summary: 'Export the lines of an invoice as CSV',
      params: InvoiceParams,
      response: { 200: CsvAnswer, ...errorResponses([401, 403, 404]) },
    },
    handler: async (request, reply) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'billing:read')
      const invoice = await requireInvoice(program.id, request.params.invoiceId)
      return sendCsv(reply, {
        fileName: `invoice-${invoiceNumber(program.id, invoice.sequence)}.csv`,
        columns: LINE_COLUMNS,
        readRows: (page) => listInvoiceLines(kysely, program.id, invoice.id, page),
        keyOf: (row) => ({ at: row.charged_at, id: row.fee_id }),
      })
    },
  })

  app.route({
    ...managementRoute,
    method: 'GET',
    url: '/api/programs/:programId/invoices/:invoiceId.html',
    schema: {
      ...managementSchema,
      operationId: 'printInvoice',
      summary: 'An invoice as a page to print',
      params: InvoiceParams,
      response: {
        200: {
          description: 'A page without script that prints on A4.',
          content: { 'text/html': { schema: Type.String() } },
        },
        ...errorResponses([401, 403, 404]),
      },
    },
    handler: async (request, reply) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'billing:read')
      const invoice = await requireInvoice(program.id, request.params.invoiceId)
      const first = { rows: limits.invoiceLinesPrinted, after: undefined }
      const lines = (await listInvoiceLines(kysely, program.id, invoice.id, first)).slice(0, first.rows)
      const sums = await sumInvoiceLines(kysely, program.id, invoice.id)
      return reply
        .headers({
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': INVOICE_PAGE_POLICY,
          'cache-control': 'no-store',
        })
        .send(invoicePage({ programId: program.id, invoice, sums, lines }))
    },
  })

  async function requireInvoice(programId: number, idParam: string): Promise<InvoiceRow> {
    const id = parseId(idParam)
    const invoice = id === undefined ? undefined : await findInvoice(kysely, programId, id)
    if (invoice === undefined) throw new ApiError('not_found', 'The program has no invoice of this id.')
    return invoice
  }

  async function readWhole(programId: number, idParam: string): Promise<Static<typeof WholeInvoice>> {
    const invoice = await requireInvoice(programId, idParam)
    const sums = await sumInvoiceLines(kysely, programId, invoice.id)
    return { ...showInvoice(programId, invoice), sums: sums.map(showSum) }
  }
}

function readMonth(text: string, program: ProgramRow, now: Date): InvoiceMonth {
  const month = parseInvoiceMonth(text, program.time_zone)
  if (month === undefined) throw invalidField('month', 'month takes a calendar month, such as 2026-02.')
  if (month.to <= now) return month
  const message = `month is ${text}, which has not ended in ${program.time_zone}: a month is invoiced after its end.`
  throw invalidField('month', message)
}

function readRates(sent: Static<typeof Rates>): ExchangeRates {
  const rates: ExchangeRates = new Map()
  for (const currency of RATED) {
    const text = sent[currency]
    if (text === undefined) continue
    const rate = parseExchangeRate(text)
    const field = `exchangeRates.${currency}`
    if (rate === undefined)
      throw invalidField(field, `${field} takes US dollars as a decimal, such as 1.0832.`)
    rates.set(currency, { text, rate })
  }
  return rates
}

function refusal(outcome: Exclude<IssueOutcome, { kind: 'issued' }>, { month }: InvoiceMonth): ApiError {
  switch (outcome.kind) {
    case 'no_rate': {
      const { currency } = outcome
      const message = `There are fees in ${currency}: send exchangeRates.${currency}, US dollars for 1 ${currency}.`
      return new ApiError('invalid_request', message, { field: `exchangeRates.${currency}`, currency })
    }
    case 'month_taken': {
      const { lastMonth } = outcome
      const message = `The invoice of ${lastMonth} is issued: ${month} is not after it, and what it left comes with the next month.`
      return new ApiError('conflict', message, { lastMonth })
    }
    case 'nothing_due':
      return new ApiError(
        'conflict',
        `Every fee to the end of ${month} is invoiced: there is nothing to issue.`,
      )
  }
}

function showInvoice(programId: number, row: InvoiceRow): Static<typeof Invoice> {
  return {
    id: row.id,
    number: invoiceNumber(programId, row.sequence),
    month: row.month,
    periodFrom: row.period_from.toISOString(),
    periodTo: row.period_to.toISOString(),
    timeZone: row.time_zone,
    issuer: row.issuer,
    programName: row.program_name,
    workspaceName: row.workspace_name,
    exchangeRates: row.exchange_rates,
    lines: row.lines,
    totalUsdCents: BigInt(row.total_usd_cents),
    issuedAt: row.issued_at.toISOString(),
  }
}

function showSum(sum: InvoiceSum) {
  const { kind, currency, lines, amount_cents, usd_cents } = sum
  return { kind, currency, lines, amountCents: BigInt(amount_cents), usdCents: BigInt(usd_cents) }
}

function showLine(row: InvoiceLineRow): Static<typeof InvoiceLine> {
  return {
    feeId: row.fee_id,
    saleId: row.sale_id,
    transactionId: row.transaction_id,
    kind: row.kind,
    amountCents: row.amount_cents,
    currency: row.currency,
    exchangeRate: row.exchange_rate,
    usdCents: BigInt(row.usd_cents),
    chargedAt: row.charged_at.toISOString(),
  }
}
