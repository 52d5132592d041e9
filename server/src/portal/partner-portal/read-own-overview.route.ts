import Type from 'typebox'
import { choice, dataSchema, Instant } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { CentsByCurrency } from '../../core/money/currency-schemas.http.ts'
import type { ReportWindow } from '../../core/time/report-period.rule.ts'
import type { EnrollmentRow } from '../../partners/portal-access/enrollments-of-account.sql.ts'
import { partnerProgramRoute } from '../../partners/portal-access/partner-route.http.ts'
import { performanceReport } from '../../reports/performance/performance-report.rule.ts'
import type { StatSums } from '../../reports/performance/stat-sums.ts'
import { linkStatSources } from '../../statistics/link-stat-sources.rule.ts'
import { PERIODS, periodParameters, readPeriod, readPeriodQuery } from '../../statistics/period-query.http.ts'
import { compareMonths } from './compared-month.rule.ts'
import { readOwnSums } from './partner-link-sums.sql.ts'
import type { PartnerLinkSums } from './partner-link-sums.ts'

const Count = Type.Integer({ minimum: 0 })

const trend = {
  trend: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
    description: 'Absolute percentage change, to one decimal place. Null if the previous value is 0.',
  }),
  trendDirection: choice(['up', 'down', 'stable']),
  previous: Type.Number({ minimum: 0 }),
}
const PortalTrend = namedObject('PortalTrend', trend)
const PortalEarnedTrend = namedObject('PortalEarnedTrend', { ...trend, previousByCurrency: CentsByCurrency })

const PortalOverview = namedObject('PortalOverview', {
  days: Type.Array(
    namedObject('PortalDay', {
      date: Type.String({ format: 'date' }),
      clicks: Count,
      leads: Count,
      customers: Count,
      earnedByCurrency: CentsByCurrency,
    }),
  ),
  clicks: Count,
  leads: Count,
  customers: Type.Integer({ minimum: 0, description: 'Customers who made their first purchase.' }),
  sales: Count,
  earnedByCurrency: CentsByCurrency,
  clicksTrend: PortalTrend,
  leadsTrend: PortalTrend,
  customersTrend: PortalTrend,
  salesTrend: PortalTrend,
  earnedTrend: PortalEarnedTrend,
  period: choice(PERIODS),
  timeZone: Type.String({ description: 'The program’s time zone, in which its days start.' }),
  dateFrom: Instant,
  dateTo: Instant,
  previousPeriod: Type.Object(
    { dateFrom: Instant, dateTo: Instant },
    {
      description:
        'The period that trends are compared with: for a whole month, the previous month; for the first days of a month, the same days of the previous month; otherwise the previous period of equal length.',
    },
  ),
})

/** Registers `GET …/overview`, which returns a partner's metrics for a period (D38 to D40) with trends. */
export function registerReadOwnOverview(app: App, deps: ServiceDeps): void {
  partnerProgramRoute(app, deps, {
    method: 'GET',
    url: '/api/partner/programs/:programId/overview',
    operationId: 'readOwnOverview',
    summary: 'Read your overview',
    description: '`commission` excludes reversed amounts.',
    query: { parameters: periodParameters, read: readPeriodQuery },
    response: dataSchema(PortalOverview),
    handle: async ({ ctx, program, query: periodQuery }) => {
      const period = await readPeriod(ctx, program, compareMonths(periodQuery))
      const [current, previous] = await Promise.all([
        readDays(ctx, program, period.current),
        readDays(ctx, program, period.previous),
      ])
      const { data, metrics } = performanceReport(period, { current, previous })
      const days = data.map((day) => ({
        ...toResponseFields(day),
        customers: day.conversions,
        earnedByCurrency: day.commissionByCurrency,
      }))
      return {
        data: {
          days,
          clicks: metrics.totalClicks,
          leads: metrics.totalLeads,
          customers: metrics.totalConversions,
          sales: metrics.totalSales,
          earnedByCurrency: metrics.commissionByCurrency,
          clicksTrend: metrics.clicksTrend,
          leadsTrend: metrics.leadsTrend,
          customersTrend: metrics.conversionsTrend,
          salesTrend: metrics.salesTrend,
          earnedTrend: metrics.commissionTrend,
          period: periodQuery.period,
          timeZone: program.time_zone,
          dateFrom: period.current.from.toISOString(),
          dateTo: period.current.to.toISOString(),
          previousPeriod: {
            dateFrom: period.previous.from.toISOString(),
            dateTo: period.previous.to.toISOString(),
          },
        },
      }
    },
  })
}

async function readDays(
  { database: { kysely } }: ServiceDeps,
  program: EnrollmentRow,
  window: ReportWindow,
): Promise<StatSums[]> {
  const parts = linkStatSources(window)
  const rows = await readOwnSums(kysely, program, { partnerId: program.partner_id, by: 'day' }, parts)
  return rows.map(dailySums)
}

function dailySums({ key, ...sums }: PartnerLinkSums): StatSums {
  return { ...sums, day: key, partners: '0' }
}
