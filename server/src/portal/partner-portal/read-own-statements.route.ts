import Type from 'typebox'
import type { Language } from '../../core/enums.ts'
import { ApiError, invalidFieldError } from '../../core/errors/errors.http.ts'
import { CsvResponse, sendCsv } from '../../core/http/csv.http.ts'
import { CurrencyCode, dataSchema, Instant } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { readText } from '../../core/http/query.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { cents } from '../../core/money/cents.http.ts'
import { decimalAmount } from '../../core/money/decimal-amount.rule.ts'
import type { CsvCell } from '../../core/text/csv.rule.ts'
import { INVOICE_PAGE_POLICY } from '../../earnings/invoices/invoice.page.ts'
import { invoiceLimits } from '../../earnings/invoices/limits.ts'
import type { EnrollmentRow } from '../../partners/portal-access/enrollments-of-account.sql.ts'
import { partnerProgramRoute } from '../../partners/portal-access/partner-route.http.ts'
import { exportFileName } from '../../workspace/programs/file-name.rule.ts'
import { customerCode } from './customer-code.rule.ts'
import { partnerPortalLimits } from './limits.ts'
import { type OwnCsvColumns, withHeaders } from './own-csv.rule.ts'
import { statementPage } from './statement.page.ts'
import { listStatementLines, listStatements, type StatementLineRow } from './statements.sql.ts'

const PortalStatement = namedObject('PortalStatement', {
  month: Type.String({ description: 'YYYY-MM, in the program’s time zone when the statement was written.' }),
  currency: CurrencyCode,
  openingCents: cents(),
  earnedCents: cents(),
  reversedCents: cents(),
  paidCents: cents(),
  closingCents: cents({
    description: 'Opening balance, plus earned, less reversed and paid amounts.',
  }),
  heldCents: cents({
    description:
      'The part of the closing balance that was on hold at the end of the month. The rest was approved.',
  }),
  closedAt: Instant,
})

const monthQuery = {
  parameters: { month: Type.String({ description: 'YYYY-MM', examples: ['2026-02'] }) },
  read: (query: unknown): string => {
    const month = readText(query, 'month')
    if (month !== undefined && /^\d{4}-(0[1-9]|1[0-2])$/.test(month)) return month
    throw invalidFieldError('month', 'month must be a month such as 2026-02.')
  },
}

/** Registers the routes for a partner's statements, one per month with activity. Statements are final. */
export function registerReadOwnStatements(app: App, deps: ServiceDeps): void {
  registerList(app, deps)
  registerPage(app, deps)
  registerFile(app, deps)
}

const toPartnerIds = ({ id, partner_id }: EnrollmentRow) => ({ programId: id, partnerId: partner_id })

function registerList(app: App, deps: ServiceDeps) {
  partnerProgramRoute(app, deps, {
    method: 'GET',
    url: '/api/partner/programs/:programId/statements',
    operationId: 'listOwnStatements',
    summary: 'List your statements',
    description: `Newest month first, at most ${partnerPortalLimits.statementsShown}. There is one for each completed month and currency with activity.`,
    response: dataSchema(Type.Array(PortalStatement)),
    handle: async ({ ctx, program }) => {
      const filter = { ...toPartnerIds(program), month: undefined }
      const rows = await listStatements(ctx.database.kysely, filter, partnerPortalLimits.statementsShown)
      const data = rows.map((row) => ({
        ...toResponseFields(row),
        openingCents: BigInt(row.opening_cents),
        earnedCents: BigInt(row.earned_cents),
        reversedCents: BigInt(row.reversed_cents),
        paidCents: BigInt(row.paid_cents),
        closingCents: BigInt(row.closing_cents),
        heldCents: BigInt(row.held_cents),
      }))
      return { data }
    },
  })
}

function registerPage(app: App, deps: ServiceDeps) {
  partnerProgramRoute(app, deps, {
    method: 'GET',
    url: '/api/partner/programs/:programId/statement.html',
    operationId: 'printOwnStatement',
    summary: 'Print a statement',
    query: monthQuery,
    response: {
      description: 'An HTML page formatted for A4.',
      content: { 'text/html': { schema: Type.String({ title: 'StatementPage' }) } },
    },
    handle: async ({ ctx, program, session, documentLanguage, query: month, reply }) => {
      const { kysely } = ctx.database
      const statements = await listStatements(
        kysely,
        { ...toPartnerIds(program), month },
        partnerPortalLimits.statementsShown,
      )
      if (statements.length === 0) throw statementNotFoundError()
      const page = { rows: invoiceLimits.invoiceLinesPrinted, after: undefined }
      const lines = await listStatementLines(kysely, { ...toPartnerIds(program), month }, page)
      const html = statementPage({
        language: documentLanguage,
        program,
        partner: { name: program.partner_name, email: session.email },
        month,
        statements,
        lines: lines.slice(0, invoiceLimits.invoiceLinesPrinted),
        getCustomerCode: (id) => customerCode(program.id, id, ctx.config.appSecret),
        payoutsUrl: session.visit === undefined ? `/partner/programs/${program.id}/payouts` : undefined,
      })
      return reply
        .headers({
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': INVOICE_PAGE_POLICY,
          'cache-control': 'no-store',
        })
        .send(html)
    },
  })
}

function registerFile(app: App, deps: ServiceDeps) {
  partnerProgramRoute(app, deps, {
    method: 'GET',
    url: '/api/partner/programs/:programId/statement.csv',
    operationId: 'exportOwnStatement',
    summary: 'Export a statement as CSV',
    query: monthQuery,
    response: CsvResponse,
    handle: async ({ ctx, program, documentLanguage, query: month, reply }) => {
      const { kysely } = ctx.database
      const [statement] = await listStatements(kysely, { ...toPartnerIds(program), month }, 1)
      if (statement === undefined) throw statementNotFoundError()
      return sendCsv(reply, {
        fileName: exportFileName(program, `statement-${month}`),
        columns: exportColumns(ctx, program, documentLanguage),
        readRows: (page) => listStatementLines(kysely, { ...toPartnerIds(program), month }, page),
        getKey: (row) => ({ at: row.created_at, id: row.commission_id }),
      })
    },
  })
}

function exportColumns(
  { config }: ServiceDeps,
  program: EnrollmentRow,
  language: Language,
): Record<string, (row: StatementLineRow) => CsvCell> {
  const money = (cents: number, { currency }: StatementLineRow) => ({
    digits: decimalAmount(cents, currency),
  })
  const columns: OwnCsvColumns<StatementLineRow> = {
    id: (row) => row.commission_id,
    earnedAt: (row) => row.created_at.toISOString(),
    customer: (row) => customerCode(program.id, row.customer_id, config.appSecret),
    earned: (row) => money(row.earned_cents, row),
    reversed: (row) => money(row.reversed_cents, row),
    paid: (row) => money(row.paid_cents, row),
    currency: (row) => row.currency,
    claimApprovedAt: (row) => row.claim_approved_at?.toISOString() ?? null,
  }
  return withHeaders(columns, language)
}

function statementNotFoundError(): ApiError {
  return new ApiError(
    'not_found',
    'You have no statement for this month. Either the month is not over, or it had no activity.',
  )
}
