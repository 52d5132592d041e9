import Type from 'typebox'
import type { App, ServiceDeps } from '../app.ts'
import { limits } from '../config.ts'
import { errorResponses } from '../http/error-schemas.ts'
import { invalidField } from '../http/errors.ts'
import { choice, Instant, managementRoute, managementSchema, ProgramParams } from '../http/management.ts'
import { readChoice, readIds } from '../http/query.ts'
import { requirePermission } from '../http/verify-program-access.ts'
import { partnerNumbers } from '../rules/partner-numbers.ts'
import { reportPeriod } from '../rules/report-period.ts'
import { readPartnerNumbers } from '../store/read-partner-numbers.ts'

const PERIODS = ['7d', '30d', '90d', 'all'] as const

const Count = Type.Integer({ minimum: 0 })
/** A sum may outgrow a number; its digits reach the answer as they are. */
const Cents = Type.Unsafe<bigint>(Type.Integer({ minimum: 0 }))
const CentsByCurrency = Type.Object(
  { USD: Type.Optional(Cents), EUR: Type.Optional(Cents), VND: Type.Optional(Cents) },
  { description: 'Exact minor units of each currency that has any.' },
)

const Numbers = Type.Object({
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
  app.route({
    ...managementRoute,
    method: 'GET',
    url: '/api/programs/:programId/partner-numbers',
    schema: {
      ...managementSchema,
      operationId: 'readPartnerNumbers',
      summary: 'Read the numbers of partners',
      description: 'One entry for every id asked for, in that order; an id without activity has zeros.',
      params: ProgramParams,
      querystring: Type.Object({
        partnerIds: Type.String({
          description: `Ids with commas between them, at most ${limits.pageRows}: those of a page of partners.`,
          examples: ['1,2,3'],
        }),
        period: Type.Optional(choice(PERIODS)),
      }),
      response: { 200: Answer, ...errorResponses([400, 401, 403, 404]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'tracking:list')
      const partnerIds = readIds(request.query, 'partnerIds', limits.pageRows)
      const name = readChoice(request.query, 'period', PERIODS) ?? '30d'
      const period = reportPeriod(
        { period: name },
        deps.clock.now(),
        {
          timeZone: program.time_zone,
          createdAt: program.created_at,
        },
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
