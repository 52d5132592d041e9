import Type from 'typebox'
import { limits } from '../platform/config.ts'
import { invalidField } from '../platform/errors.http.ts'
import { choice, Instant } from '../platform/management.http.ts'
import { namedObject } from '../platform/named-schema.http.ts'
import { readChoice, readIds } from '../platform/query.http.ts'
import type { App, ServiceDeps } from '../platform/service.ts'
import { programRoute } from '../programs/program-route.http.ts'
import { reportPeriod } from '../statistics/report-period.rule.ts'
import { CentsByCurrency } from './cents-by-currency.http.ts'
import { partnerNumbers } from './partner-numbers.rule.ts'
import { readPartnerNumbers } from './read-partner-numbers.sql.ts'

const PERIODS = ['7d', '30d', '90d', 'all'] as const

const Count = Type.Integer({ minimum: 0 })

const Numbers = namedObject('PartnerNumbers', {
  partnerId: Type.Integer(),
  clicks: Count,
  leads: Count,
  conversions: Type.Integer({ minimum: 0, description: 'Customers who bought for the first time.' }),
  sales: Count,
  revenueByCurrency: CentsByCurrency,
  commissionByCurrency: CentsByCurrency,
})

const Answer = Type.Object({
  data: Type.Array(Numbers),
  meta: Type.Object({ period: choice(PERIODS), dateFrom: Instant, dateTo: Instant }),
})

/**
 * `GET /api/programs/:programId/partner-numbers`: what some partners brought, counted as the performance
 * endpoint counts it (D32, D38, D42), behind `tracking:list`.
 */
export function registerReadPartnerNumbers(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/partner-numbers',
    operationId: 'readPartnerNumbers',
    summary: 'Read the numbers of partners',
    description: 'One entry for every id asked for, in that order; an id without activity has zeros.',
    permission: 'tracking:list',
    query: {
      parameters: {
        partnerIds: Type.String({
          description: `Ids with commas between them, at most ${limits.pageRows}: those of a page of partners.`,
          examples: ['1,2,3'],
        }),
        period: Type.Optional(choice(PERIODS)),
      },
      read: (query) => ({
        partnerIds: readIds(query, 'partnerIds', limits.pageRows),
        name: readChoice(query, 'period', PERIODS) ?? '30d',
      }),
    },
    answer: Answer,
    handle: async ({ program, query: { partnerIds, name } }) => {
      const period = reportPeriod(
        { period: name },
        deps.clock.now(),
        { timeZone: program.time_zone, createdAt: program.created_at },
        limits,
      )
      if (period.kind === 'refused') throw invalidField('period', period.message)
      const { from, to } = period.current
      const rows = await readPartnerNumbers(deps.database.kysely, program.id, partnerIds, { from, to })
      return {
        data: partnerNumbers(partnerIds, rows),
        meta: { period: name, dateFrom: from.toISOString(), dateTo: to.toISOString() },
      }
    },
  })
}
