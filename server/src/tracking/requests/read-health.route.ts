import Type, { type Static } from 'typebox'
import { COMMISSION_STATUSES, REQUEST_OUTCOMES, REQUEST_TYPES } from '../../core/enums.ts'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { choice, createSecurity, Instant, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { readInput } from '../../core/http/read-input.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { periodParameters, readPeriod, readPeriodQuery } from '../../statistics/period-query.http.ts'
import { atProgramTime } from '../../workspace/programs/program-clock.flow.ts'
import { requirePermission } from '../../workspace/programs/verify-program-access.http.ts'
import { sumRequests } from './health-report.rule.ts'
import { findFirstCountedDay, readRequestCounts, readSteps } from './read-health.sql.ts'
import { readInactivityAlerts } from './read-inactivity-alerts.flow.ts'

const Count = Type.Integer({ minimum: 0 })
const Day = Type.String({ format: 'date', description: "A day in the program's time zone." })

const RequestTypeCounts = namedObject('RequestTypeCounts', {
  type: choice(REQUEST_TYPES, 'RequestType'),
  requests: Type.Integer({ minimum: 0, description: 'All live requests: the sum of the outcomes.' }),
  recorded: Type.Integer({ minimum: 0, description: 'Requests that recorded an event.' }),
  outcomes: Type.Array(
    namedObject('RequestOutcomeCount', {
      outcome: choice(REQUEST_OUTCOMES, 'RequestOutcome'),
      requests: Count,
    }),
    { description: 'Every outcome of the request type, including those with 0.' },
  ),
})

const InactivityAlert = namedObject('InactivityAlert', {
  type: choice(REQUEST_TYPES, 'RequestType'),
  lastDay: Day,
  days: Type.Integer({
    minimum: 1,
    description: 'Whole days without a recorded request, not including today.',
  }),
  usual: Type.Integer({ minimum: 1, description: 'Recorded requests per day before the inactive period.' }),
  rejected: Type.Integer({ minimum: 0, description: 'Requests since then that were not recorded.' }),
})

const Steps = namedObject('RequestHealthSteps', {
  clicks: Count,
  leads: Count,
  sales: Count,
  commissions: Type.Object(
    Object.fromEntries(COMMISSION_STATUSES.map((status) => [status, Count])) as Record<
      (typeof COMMISSION_STATUSES)[number],
      typeof Count
    >, // safe because every status is an entry
    { description: 'Commissions created in the period, by current status.' },
  ),
})

const HealthResponse = Type.Object(
  {
    data: namedObject('RequestHealthReport', {
      requests: Type.Array(RequestTypeCounts, { description: 'One entry per request type.' }),
      steps: Steps,
      inactivityAlerts: Type.Array(InactivityAlert, {
        description: 'Current alerts, regardless of the period.',
      }),
      countedSince: nullable(Day),
    }),
    meta: Type.Object({
      period: Type.String(),
      firstDay: Day,
      lastDay: Day,
      dateFrom: Instant,
      dateTo: Instant,
    }),
  },
  { title: 'RequestHealthResponse' },
)

/**
 * Registers `GET /api/tracking/health/:programId`, which returns the outcomes of live tracking requests in a
 * period, and inactivity alerts. Counts whole local days, so a date-time includes its whole day.
 */
export function registerReadHealth(app: App, deps: ServiceDeps): void {
  app.get(
    '/api/tracking/health/:programId',
    {
      schema: {
        operationId: 'readHealth',
        summary: 'Retrieve tracking request health',
        description:
          'Requires a dashboard session or a management key with the `tracking:read` permission on the program. Counts ' +
          'whole days. A request is counted within seconds of its response.',
        tags: ['Dashboard reads'],
        security: createSecurity('tracking:read'),
        params: Type.Object({ programId: Type.String({ description: 'An integer.' }) }),
        querystring: Type.Object(periodParameters),
        response: { 200: HealthResponse, ...errorResponses([400, 401, 403, 404]) },
      },
    },
    async (request): Promise<Static<typeof HealthResponse>> => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'tracking:read')
      const { clock } = atProgramTime(deps, program)
      const { name, current } = await readPeriod(
        { ...deps, clock },
        program,
        readPeriodQuery(readInput(request).query),
      )
      const [first, last] = [current.days[0], current.days.at(-1)]
      if (first === undefined || last === undefined) throw new Error('the period doesn’t contain a day')
      const { run, kysely } = deps.database
      const span = { first, last }
      const [rows, inactivityAlerts, steps, countedSince] = await Promise.all([
        readRequestCounts(run, program.id, span),
        readInactivityAlerts({ ...deps, clock }, program),
        readSteps(kysely, program.id, span),
        findFirstCountedDay(kysely, program.id),
      ])
      return {
        data: {
          requests: sumRequests(rows),
          steps,
          inactivityAlerts,
          countedSince: countedSince ?? null,
        },
        meta: {
          period: name,
          firstDay: first,
          lastDay: last,
          dateFrom: current.from.toISOString(),
          dateTo: current.to.toISOString(),
        },
      }
    },
  )
}
