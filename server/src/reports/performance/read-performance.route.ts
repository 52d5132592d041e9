import Type, { type Static } from 'typebox'
import type { Database } from '../../core/database/database.ts'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { openInput } from '../../core/http/closed-input.http.ts'
import { createSecurity, Instant } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { readText } from '../../core/http/query.http.ts'
import { readInput } from '../../core/http/read-input.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { CentsByCurrency } from '../../core/money/currency-schemas.http.ts'
import type { PeriodQuery, ReportPeriod, ReportWindow } from '../../core/time/report-period.rule.ts'
import { readPeriod } from '../../statistics/period-query.http.ts'
import { atProgramTime } from '../../workspace/programs/program-clock.flow.ts'
import { findProgramAccess } from '../../workspace/programs/verify-program-access.http.ts'
import { performanceDays, performanceReport } from './performance-report.rule.ts'
import { readDailyStats, readPartialDay } from './read-performance.sql.ts'
import type { StatSums } from './stat-sums.ts'

const Count = Type.Integer({ minimum: 0 })
const Dollars = Type.Number({
  minimum: 0,
  description: 'Minor units divided by 100 at face value, all currencies together.',
})

const Day = namedObject('PerformanceDay', {
  date: Type.String({ format: 'date', description: "A calendar day in the program's time zone." }),
  period: Type.String({ format: 'date', description: 'Same as `date`.' }),
  clicks: Count,
  leads: Count,
  conversions: Count,
  revenue: Dollars,
  revenueByCurrency: CentsByCurrency,
  partners: Count,
  sales: Type.Integer({ description: 'Always 0. `metrics.totalSales` counts the sales.' }),
  commission: Dollars,
  commissionByCurrency: CentsByCurrency,
})

const trendFields = {
  trend: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
    description:
      'Absolute percentage change, to one decimal place. Null if the previous value is 0 and the current one is not.',
  }),
  trendDirection: Type.Union([Type.Literal('up'), Type.Literal('down'), Type.Literal('stable')]),
}
const CountTrend = namedObject('CountTrend', { ...trendFields, previous: Count })
const MoneyTrend = namedObject('MoneyTrend', {
  ...trendFields,
  previous: Dollars,
  previousByCurrency: CentsByCurrency,
})

const Metrics = namedObject('PerformanceMetrics', {
  totalClicks: Count,
  totalLeads: Count,
  totalConversions: Count,
  totalRevenue: Dollars,
  revenueByCurrency: CentsByCurrency,
  conversionRate: Type.Number({ description: '(totalConversions / totalClicks) * 100, 2 decimals.' }),
  averageOrderValue: Type.Number({ description: 'totalRevenue / totalConversions, 2 decimals.' }),
  totalPartners: Count,
  totalSales: Count,
  totalPartnersCommission: Dollars,
  commissionByCurrency: CentsByCurrency,
  clicksTrend: CountTrend,
  leadsTrend: CountTrend,
  conversionsTrend: CountTrend,
  revenueTrend: MoneyTrend,
  partnersTrend: CountTrend,
  salesTrend: CountTrend,
  commissionTrend: MoneyTrend,
})

const PerformanceResponse = namedObject('Performance', {
  data: Type.Array(Day),
  metrics: Metrics,
  meta: Type.Object({
    period: Type.String(),
    dateFrom: Instant,
    dateTo: Instant,
    previousPeriod: Type.Object(
      { dateFrom: Instant, dateTo: Instant },
      {
        description:
          'The period that trends compare with: the previous one of equal length, or the requested one.',
      },
    ),
  }),
  compared: Type.Optional(
    Type.Array(Day, {
      description:
        'The days of `meta.previousPeriod`. Only set if `compare`, or `compareFrom` and `compareTo`, are set. The number of days may differ from `data`.',
    }),
  ),
})

const BOUND =
  "ISO 8601. A date means that whole day in the program's time zone. Date-times are exact to the millisecond."

const PerformanceQuery = Type.Object({
  period: Type.Optional(
    Type.String({
      description: '`7d` (default), `30d`, `90d` or `all`. Ignored if both dates are present.',
      examples: ['30d'],
    }),
  ),
  dateFrom: Type.Optional(Type.String({ description: `Start of the period, with \`dateTo\`. ${BOUND}` })),
  dateTo: Type.Optional(Type.String({ description: `End of the period, with \`dateFrom\`. ${BOUND}` })),
  compare: Type.Optional(
    Type.String({
      description:
        'What trends compare with: `previous` (default), the previous period of equal length, or `year`, the ' +
        'same days of the previous year (28 February for the 29th). If set, the response has `compared`, the days ' +
        'of that period.',
      examples: ['year'],
    }),
  ),
  compareFrom: Type.Optional(
    Type.String({
      description: `Start of a custom period to compare with, of any length. Requires \`compareTo\` and excludes \`compare\`. ${BOUND}`,
    }),
  ),
  compareTo: Type.Optional(
    Type.String({
      description: `End of a custom period to compare with. Requires \`compareFrom\`. ${BOUND}`,
    }),
  ),
})

const PARAMETERS = Object.keys(PerformanceQuery.properties) as (keyof PeriodQuery)[] // safe because these are the keys of the object

/**
 * Registers `GET /api/tracking/performance/:programId` (the specification's performance endpoint, D32, D36, D38 to
 * D42), which returns daily aggregates, totals, and trends against the previous period of equal length or a requested
 * one.
 */
export function registerReadPerformance(app: App, deps: ServiceDeps): void {
  app.get(
    '/api/tracking/performance/:programId',
    {
      ...openInput,
      schema: {
        operationId: 'readPerformance',
        summary: 'Read performance',
        description:
          'Requires a dashboard session for an active member of the program, or a management key with ' +
          '`tracking:read`. Otherwise returns 403.',
        tags: ['Dashboard reads'],
        security: createSecurity('tracking:read'),
        params: Type.Object({ programId: Type.String({ description: 'An integer.' }) }),
        querystring: PerformanceQuery,
        response: { 200: PerformanceResponse, ...errorResponses([400, 403]) },
      },
    },
    async (request): Promise<Static<typeof PerformanceResponse>> => {
      const access = await findProgramAccess(deps, request, request.params.programId)
      if (access.kind !== 'member' || !access.requester.permissions.has('tracking:read'))
        throw noAccessError()
      const { program } = access
      const query = readPerformanceQuery(readInput(request).query)
      const { clock } = atProgramTime(deps, program)
      const period = await readPeriod({ ...deps, clock }, program, query)
      const { compare, compareFrom } = query
      if (compare === undefined && compareFrom === undefined) {
        const rows = await readRows(deps.database, program.id, period)
        return { ...performanceReport(period, rows), meta: toMeta(period) }
      }
      const rows = await readComparedRows(deps.database, program.id, period)
      const report = performanceReport(period, rows)
      return { ...report, meta: toMeta(period), compared: performanceDays(period.previous, rows.previous) }
    },
  )
}

function readPerformanceQuery(query: unknown): PeriodQuery {
  const sentParameters = PARAMETERS.map((name) => [name, readText(query, name)] as const)
  return Object.fromEntries(sentParameters.filter(([, text]) => text !== undefined))
}

/** Reads statistics for whole days, and events for partial days. */
async function readRows(database: Database, programId: number, { current, previous }: ReportPeriod) {
  const days = { current: current.wholeDays, previous: previous.wholeDays }
  const [totals, parts, previousParts] = await Promise.all([
    readDailyStats(database.run, programId, days),
    readParts(database, programId, current),
    readParts(database, programId, previous),
  ])
  return {
    current: [...totals.current, ...parts],
    previous: [...totals.previous, ...previousParts],
  }
}

/** Reads the same rows, and each previous day separately with a second statement. */
async function readComparedRows(database: Database, programId: number, { current, previous }: ReportPeriod) {
  const readDays = async (window: ReportWindow) => {
    const [totals, parts] = await Promise.all([
      readDailyStats(database.run, programId, { current: window.wholeDays, previous: undefined }),
      readParts(database, programId, window),
    ])
    return [...totals.current, ...parts]
  }
  const [days, previousDays] = await Promise.all([readDays(current), readDays(previous)])
  return { current: days, previous: previousDays }
}

async function readParts(
  { kysely }: Database,
  programId: number,
  { partialDays }: ReportWindow,
): Promise<StatSums[]> {
  const parts = await Promise.all(partialDays.map((day) => readPartialDay(kysely, programId, day)))
  return parts.flat()
}

function toMeta({ name, current, previous }: ReportPeriod): Static<typeof PerformanceResponse>['meta'] {
  return {
    period: name,
    dateFrom: current.from.toISOString(),
    dateTo: current.to.toISOString(),
    previousPeriod: { dateFrom: previous.from.toISOString(), dateTo: previous.to.toISOString() },
  }
}

/** Returns the same error for no session, no membership and no program, so it reveals nothing (D36). */
function noAccessError() {
  return new ApiError(
    'forbidden',
    'You can’t read this program with these credentials. Sign in as an active member of its workspace.',
  )
}
