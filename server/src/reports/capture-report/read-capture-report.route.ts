import Type, { type Static } from 'typebox'
import { CAPTURE_METHODS } from '../../core/enums.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { disconnectSignal } from '../../core/http/disconnected.http.ts'
import { choice, dataSchema, Instant, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { CentsByCurrency } from '../../core/money/currency-schemas.http.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { periodParameters, readPeriod, readPeriodQuery } from '../../statistics/period-query.http.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { type CapturedSum, SALE_CAPTURES } from './capture-report.ts'
import { sumClicks } from './capture-rows.rule.ts'
import { compareShare, MAX_P_VALUE, MIN_CLICKS, SHARE_COMPARISONS } from './compare-share.rule.ts'
import { captureReportLimits } from './limits.ts'
import { type CaptureReport, readCaptureReport } from './read-capture-report.flow.ts'

const { clicks, sales, unattributedSales, browsersShown, pagesShown } = captureReportLimits

const Count = Type.Integer({ minimum: 0 })

const Comparison = choice(SHARE_COMPARISONS, 'ShareComparison')

const clickCounts = {
  clicks: Count,
  leads: Type.Integer({ minimum: 0, description: 'Clicks that led to a settled lead or a sale.' }),
  comparison: Comparison,
}

const CaptureRow = namedObject('CaptureRow', {
  key: nullable(Type.String({ description: 'Null if unknown.' })),
  ...clickCounts,
  salesWithClick: Count,
  salesWithoutClick: Count,
  unattributedSales: Type.Integer({
    minimum: 0,
    description: 'Sales that your server sent and that matched no customer.',
  }),
})

const Report = namedObject('CaptureReport', {
  from: Instant,
  to: Instant,
  isComplete: Type.Boolean({
    description:
      `False if only the newest events of the period are included: at most ${clicks} clicks, ${sales} sales and ` +
      `${unattributedSales} unattributed sales, or fewer if the database is slow.`,
  }),
  archivedClicks: Type.Integer({
    minimum: 0,
    description: 'Deleted clicks in the period. They aren’t included.',
  }),
  sales: Type.Object({
    withClick: Count,
    withoutClick: Type.Integer({
      minimum: 0,
      description: 'Sales of customers attributed by a coupon code or by your team, without a known click.',
    }),
    unattributedRequests: Type.Integer({
      minimum: 0,
      description:
        'Sales that your server sent and that matched no customer. Each `transaction_id` counts once.',
    }),
    unattributedPayments: Type.Integer({
      minimum: 0,
      description: 'Payments from the connected processor that matched no customer.',
    }),
    rejectedRequestsSince: Instant,
  }),
  captures: Type.Array(
    namedObject('CaptureSum', {
      capture: choice(SALE_CAPTURES, 'SaleCapture'),
      ...clickCounts,
      sales: Count,
      newCustomerSales: Type.Integer({ minimum: 0, description: 'Customers’ first sales.' }),
      revenueByCurrency: CentsByCurrency,
    }),
    { description: '`deleted_click`, `coupon_code` and `team` have no clicks.' },
  ),
  browsers: Type.Array(CaptureRow, { description: `The ${browsersShown} browsers with the most clicks.` }),
  landingPages: Type.Array(CaptureRow, { description: `The ${pagesShown} pages with the most clicks.` }),
})

/** Registers the route for the capture report. */
export function registerReadCaptureReport(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/capture-report',
    operationId: 'readCaptureReport',
    summary: 'Report on sales without a click',
    description:
      'Sales received in the period with and without a known click, and clicks with their leads, by capture method, ' +
      'browser and landing page. `comparison` is `below` if the share of clicks with a lead is significantly ' +
      `lower than for all other clicks (one-sided two-proportion test, p < ${MAX_P_VALUE}), and \`too_few\` below ` +
      `${MIN_CLICKS} clicks or 5 expected leads.`,
    permission: 'tracking:read',
    query: { parameters: periodParameters, read: readPeriodQuery },
    response: dataSchema(Report),
    handle: async ({ ctx, program, query, reply }) => {
      const { from, to } = (await readPeriod(ctx, program, query)).current
      const report = await readCaptureReport(ctx, program.id, {
        from,
        to,
        disconnected: disconnectSignal(reply),
      })
      if (report === 'takes_too_long') throw tooSlowError()
      const retentionMs = ctx.config.rejectedRequestRetentionDays * DAY_MS
      const since = new Date(Math.max(from.getTime(), ctx.clock.now().getTime() - retentionMs))
      return { data: show(report, { from, to, since }) }
    },
  })
}

function tooSlowError(): ApiError {
  return new ApiError(
    'service_unavailable',
    `This report takes too long. Choose a shorter period, or retry in ${RETRY_AFTER_SECONDS} seconds.`,
    { retry_after_seconds: RETRY_AFTER_SECONDS },
    { 'retry-after': String(RETRY_AFTER_SECONDS) },
  )
}

const RETRY_AFTER_SECONDS = 5

function show(
  report: CaptureReport,
  { from, to, since }: { from: Date; to: Date; since: Date },
): Static<typeof Report> {
  const { sums, isComplete, archivedClicks } = report
  const all = sumClicks(report.clicks, 'all', null)
  const countsByMethod = new Map(
    CAPTURE_METHODS.map((method) => [method as string, sumClicks(report.clicks, 'method', method)]),
  )
  const countSales = (isWithout: boolean) =>
    sums
      .filter(({ capture }) => isWithoutClick(capture) === isWithout)
      .reduce((sum, one) => sum + one.sales, 0)
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    isComplete,
    archivedClicks,
    sales: {
      withClick: countSales(false),
      withoutClick: countSales(true),
      unattributedRequests: report.rejectedSales,
      unattributedPayments: report.unattributedPayments,
      rejectedRequestsSince: since.toISOString(),
    },
    captures: SALE_CAPTURES.map((capture) => {
      const captureSums = sums.filter((one) => one.capture === capture)
      const counts = countsByMethod.get(capture)
      return {
        capture,
        ...(counts ?? { clicks: 0, leads: 0 }),
        comparison: counts === undefined ? 'too_few' : compareShare(counts, all),
        sales: sumColumn(captureSums, 'sales'),
        newCustomerSales: sumColumn(captureSums, 'new_sales'),
        revenueByCurrency: Object.fromEntries(
          captureSums
            .filter((one) => one.revenue_cents !== 0n)
            .map(({ currency, revenue_cents }) => [currency, revenue_cents]),
        ),
      }
    }),
    browsers: report.browsers,
    landingPages: report.pages,
  }
}

const isWithoutClick = (capture: CapturedSum['capture']) => capture === 'coupon_code' || capture === 'team'

function sumColumn(sums: readonly CapturedSum[], column: 'sales' | 'new_sales'): number {
  return sums.reduce((all, one) => all + one[column], 0)
}
