import Type from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { choice, Instant } from '../../core/http/management-route.http.ts'
import { readIds } from '../../core/http/query.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { linkStatSources } from '../../statistics/link-stat-sources.rule.ts'
import { PERIODS, periodParameters, readPeriod, readPeriodQuery } from '../../statistics/period-query.http.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { PartnerMetrics } from './partner-metrics.http.ts'
import { partnerMetrics } from './partner-metrics.rule.ts'
import { readPartnerMetrics } from './read-partner-metrics.sql.ts'

const Answer = Type.Object({
  data: Type.Array(PartnerMetrics),
  meta: Type.Object({ period: choice(PERIODS), dateFrom: Instant, dateTo: Instant }),
})

/**
 * Registers `GET /api/programs/:programId/partner-metrics`, which returns the metrics of some partners, counted as in
 * the performance endpoint (D32, D38, D42). Requires the `tracking:list` permission.
 */
export function registerReadPartnerMetrics(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/partner-metrics',
    operationId: 'readPartnerMetrics',
    summary: 'Read partner metrics',
    description: 'Returns one entry per requested ID, in that order. IDs without activity have zeros.',
    permission: 'tracking:list',
    query: {
      parameters: {
        partnerIds: Type.String({
          description: `Comma-separated IDs, at most ${limits.pageRows}, such as those on a page of partners.`,
          examples: ['1,2,3'],
        }),
        ...periodParameters,
      },
      read: (query) => ({
        partnerIds: readIds(query, 'partnerIds', limits.pageRows),
        requested: readPeriodQuery(query),
      }),
    },
    response: Answer,
    handle: async ({ ctx, program, query: { partnerIds, requested } }) => {
      const { kysely } = ctx.database
      const { current } = await readPeriod(ctx, program, requested)
      const { from, to } = current
      const parts = linkStatSources(current)
      const rows = await readPartnerMetrics(kysely, program.id, partnerIds, parts)
      return {
        data: partnerMetrics(partnerIds, rows),
        meta: { period: requested.period, dateFrom: from.toISOString(), dateTo: to.toISOString() },
      }
    },
  })
}
