import Type, { type Static } from 'typebox'
import type { Language } from '../../core/enums.ts'
import { COMMISSION_KINDS, COMMISSION_STATUSES } from '../../core/enums.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { CsvResponse, sendCsv } from '../../core/http/csv.http.ts'
import {
  CurrencyCode,
  choice,
  dataSchema,
  Instant,
  isoOrNull,
  listSchema,
  nullable,
} from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { pageParameters, readPage, toPage } from '../../core/http/page.http.ts'
import { readChoice, readCurrency } from '../../core/http/query.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { message } from '../../core/i18n/message.rule.ts'
import { cents } from '../../core/money/cents.http.ts'
import { decimalAmount } from '../../core/money/decimal-amount.rule.ts'
import type { CsvCell } from '../../core/text/csv.rule.ts'
import { reportDay } from '../../core/time/report-day.rule.ts'
import { rangeParameters, readTimeRange, type TimeRange } from '../../core/time/time-range.http.ts'
import type { EnrollmentRow } from '../../partners/portal-access/enrollments-of-account.sql.ts'
import { partnerProgramRoute } from '../../partners/portal-access/partner-route.http.ts'
import { findClickTimeline } from '../../reports/performance/read-event.sql.ts'
import { formatClickId, parseClickId } from '../../tracking/clicks/click-id.rule.ts'
import { exportFileName } from '../../workspace/programs/file-name.rule.ts'
import { toClickPage } from './click-page.rule.ts'
import { customerCode } from './customer-code.rule.ts'
import { EARNING_STATES, earningReasons, earningState, REASON_STEPS } from './earning-reason.rule.ts'
import { type OwnCsvColumns, withHeaders } from './own-csv.rule.ts'
import type { EarningRow } from './own-earning.ts'
import {
  findOwnEarning,
  findReversals,
  listEarningPayouts,
  listOwnEarnings,
  sumOwnEarnings,
} from './own-earnings.sql.ts'
import { readPayoutRules } from './payout-rules.flow.ts'

const fields = {
  id: Type.Integer(),
  kind: choice(COMMISSION_KINDS, 'CommissionKind'),
  state: choice(EARNING_STATES, 'EarningState'),
  currency: CurrencyCode,
  amountCents: cents({ description: 'Original commission.' }),
  reversedCents: cents({ description: 'Reversed amount of the commission.' }),
  paidCents: cents({ description: 'Paid amount.' }),
  earnedAt: Instant,
  dueAt: Instant,
  customer: Type.String({ description: 'A pseudonymous code, which is always the same for a customer.' }),
  linkCode: nullable(
    Type.String({ description: 'Null if a coupon code or the team attributed the customer.' }),
  ),
  saleCents: nullable(Type.Integer({ description: 'Amount of the sale, if the earning is for a sale.' })),
  isRenewal: Type.Boolean(),
  isClaimed: Type.Boolean({ description: 'Whether an approved claim created the sale.' }),
}
const PortalEarning = namedObject('PortalEarning', fields)
const ExplainedEarning = namedObject('ExplainedEarning', {
  ...fields,
  reasons: Type.Array(
    namedObject('EarningReason', {
      step: choice(REASON_STEPS),
      at: nullable(Instant),
      text: Type.String({ description: 'One sentence, with times in the program’s time zone.' }),
    }),
  ),
})

const filterParameters = {
  ...rangeParameters,
  status: Type.Optional(choice(COMMISSION_STATUSES, 'CommissionStatus')),
  currency: Type.Optional(CurrencyCode),
}

const EARNINGS = '/api/partner/programs/:programId/earnings'

/** Registers the routes for a partner's earnings, with the reason for each commission. Customers only appear by their code. */
export function registerReadOwnEarnings(app: App, deps: ServiceDeps): void {
  registerList(app, deps)
  registerTotals(app, deps)
  registerExport(app, deps)
  registerRead(app, deps)
}

function registerList(app: App, deps: ServiceDeps) {
  partnerProgramRoute(app, deps, {
    method: 'GET',
    url: EARNINGS,
    operationId: 'listOwnEarnings',
    summary: 'List your earnings',
    description: 'The status `reversed` also matches partly reversed earnings.',
    query: {
      parameters: { ...pageParameters, ...filterParameters },
      read: (query) => ({ page: readPage(query), filter: readFilter(query), query }),
    },
    response: listSchema(PortalEarning),
    handle: async ({ ctx, program, query: { page, filter, query } }) => {
      const rows = await listOwnEarnings(
        ctx.database.kysely,
        toPartnerIds(program),
        { ...filter, ...readTimeRange(query, program.time_zone) },
        page,
      )
      return toPage(rows, page, ['created_at', 'id'], (row) => showEarning(ctx, program, row))
    },
  })
}

function registerTotals(app: App, deps: ServiceDeps) {
  partnerProgramRoute(app, deps, {
    method: 'GET',
    url: '/api/partner/programs/:programId/earnings-totals',
    operationId: 'sumOwnEarnings',
    summary: 'Get the totals of your earnings',
    description: 'Accepts the same filters as the list and sums all matching earnings by currency.',
    query: {
      parameters: filterParameters,
      read: (query) => ({ filter: readFilter(query), query }),
    },
    response: dataSchema(
      Type.Array(
        namedObject('PortalEarningsTotal', {
          currency: CurrencyCode,
          earnings: Type.Integer({ description: 'Number of earnings.' }),
          amountCents: cents({ description: 'Original commissions.' }),
          reversedCents: cents({ description: 'Reversed amount of the commissions.' }),
          paidCents: cents({ description: 'Paid amount.' }),
        }),
      ),
    ),
    handle: async ({ ctx, program, query: { filter, query } }) => {
      const filterWithRange = { ...filter, ...readTimeRange(query, program.time_zone) }
      const rows = await sumOwnEarnings(ctx.database.kysely, toPartnerIds(program), filterWithRange)
      return {
        data: rows.map((row) => ({
          ...toResponseFields(row),
          amountCents: BigInt(row.amount_cents),
          reversedCents: BigInt(row.reversed_cents),
          paidCents: BigInt(row.paid_cents),
        })),
      }
    },
  })
}

function registerExport(app: App, deps: ServiceDeps) {
  partnerProgramRoute(app, deps, {
    method: 'GET',
    url: '/api/partner/programs/:programId/earnings.csv',
    operationId: 'exportOwnEarnings',
    summary: 'Export your earnings as CSV',
    description:
      'Accepts the same filters as the list and streams all matching rows, with headers in your language. Text that a spreadsheet would run as a formula ' +
      'is prefixed with an apostrophe.',
    query: {
      parameters: filterParameters,
      read: (query) => ({ filter: readFilter(query), query }),
    },
    response: CsvResponse,
    handle: async ({ ctx, program, documentLanguage, query: { filter, query }, reply }) => {
      const filterWithRange = { ...filter, ...readTimeRange(query, program.time_zone) }
      return sendCsv(reply, {
        fileName: exportFileName(program, listName(filterWithRange, program.time_zone)),
        columns: exportColumns(ctx, program, documentLanguage),
        readRows: (page) =>
          listOwnEarnings(ctx.database.kysely, toPartnerIds(program), filterWithRange, page),
        getKey: (row) => ({ at: row.created_at, id: row.id }),
      })
    },
  })
}

function registerRead(app: App, deps: ServiceDeps) {
  partnerProgramRoute(app, deps, {
    method: 'GET',
    url: '/api/partner/programs/:programId/earnings/:commissionId',
    operationId: 'readOwnEarning',
    summary: 'Retrieve an earning with its reasons',
    ids: ['commissionId'],
    response: dataSchema(ExplainedEarning),
    handle: async ({ ctx, program, language, ids: { commissionId = 0 } }) => {
      const row = await findOwnEarning(ctx.database.kysely, toPartnerIds(program), commissionId)
      if (row === undefined) throw new ApiError('not_found', 'You have no commission with this ID.')
      const [page, payouts, reversed, rules] = await Promise.all([
        findPage(ctx, program, row),
        listEarningPayouts(ctx.database.kysely, program.id, row.id),
        findReversals(ctx.database.kysely, program.id, row.id),
        readPayoutRules(ctx, program),
      ])
      const customer = customerCode(program.id, row.customer_id, ctx.config.appSecret)
      const facts = {
        ...row,
        customer,
        page,
        payouts,
        reversed,
        rules,
        timeZone: program.time_zone,
        language,
        now: ctx.clock.now(),
      }
      const reasons = earningReasons(facts).map(({ at, ...reason }) => ({ ...reason, at: isoOrNull(at) }))
      return { data: { ...showEarning(ctx, program, row), reasons } }
    },
  })
}

function readFilter(query: unknown) {
  return {
    status: readChoice(query, 'status', COMMISSION_STATUSES),
    currency: readCurrency(query),
  }
}

const toPartnerIds = ({ id, partner_id }: EnrollmentRow) => ({ programId: id, partnerId: partner_id })

function showEarning(
  { config, clock }: ServiceDeps,
  program: EnrollmentRow,
  row: EarningRow,
): Static<typeof PortalEarning> {
  return {
    ...toResponseFields(row),
    state: earningState(row, clock.now()),
    amountCents: BigInt(row.amount_cents),
    reversedCents: BigInt(row.reversed_cents),
    paidCents: BigInt(row.paid_cents),
    earnedAt: row.created_at.toISOString(),
    dueAt: row.hold_until.toISOString(),
    customer: customerCode(program.id, row.customer_id, config.appSecret),
    isRenewal: row.is_renewal === true,
    isClaimed: row.claim_approved_at !== null,
  }
}

/** Names the exported list after its first and last local day, such as `earnings-from-2026-03-01-to-2026-03-31`. */
function listName({ from, to }: TimeRange, timeZone: string): string {
  return [
    'earnings',
    ...(from === undefined ? [] : ['from', reportDay(from, timeZone)]),
    ...(to === undefined ? [] : ['to', reportDay(to, timeZone)]),
  ].join('-')
}

function exportColumns(
  { config, clock }: ServiceDeps,
  program: EnrollmentRow,
  language: Language,
): Record<string, (row: EarningRow) => CsvCell> {
  const now = clock.now()
  const money = (cents: number | null, { currency }: EarningRow) =>
    cents === null ? null : { digits: decimalAmount(cents, currency) }
  const columns: OwnCsvColumns<EarningRow> = {
    id: (row) => row.id,
    earnedAt: (row) => row.created_at.toISOString(),
    state: (row) => message(language, `csv.state.${earningState(row, now)}`),
    kind: (row) => message(language, `csv.kind.${row.is_renewal === true ? 'renewal' : row.kind}`),
    customer: (row) => customerCode(program.id, row.customer_id, config.appSecret),
    sale: (row) => money(row.sale_cents, row),
    earned: (row) => money(row.amount_cents, row),
    reversed: (row) => money(row.reversed_cents, row),
    paid: (row) => money(row.paid_cents, row),
    currency: (row) => row.currency,
    dueAt: (row) => row.hold_until.toISOString(),
    link: (row) => row.link_code,
    coupon: (row) => row.coupon_code,
    clickedAt: (row) => (row.attribution_source === 'click' ? row.clicked_at.toISOString() : null),
    orderedAt: (row) => row.sold_at?.toISOString() ?? null,
    payout: (row) => row.payout_id,
    claimApprovedAt: (row) => row.claim_approved_at?.toISOString() ?? null,
  }
  return withHeaders(columns, language)
}

/** Returns the landing page; null if the click was deleted or erased. */
async function findPage(
  { database: { kysely } }: ServiceDeps,
  program: EnrollmentRow,
  { click_uuid }: EarningRow,
): Promise<string | null> {
  const parsedClickId = parseClickId(formatClickId(program.id, click_uuid))
  if (parsedClickId === undefined) return null
  const click = await findClickTimeline(kysely, program.id, {
    uuid: parsedClickId.uuid,
    at: parsedClickId.receivedAt,
  })
  return toClickPage(click?.page_url ?? click?.affiliate_url ?? null)
}
