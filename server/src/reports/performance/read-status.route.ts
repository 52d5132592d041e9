import Type, { type Static } from 'typebox'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { openInput } from '../../core/http/closed-input.http.ts'
import { createSecurity, Instant } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { atProgramTime } from '../../workspace/programs/program-clock.flow.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import { requirePermission } from '../../workspace/programs/verify-program-access.http.ts'
import { integrationSteps, isProcessorConnected } from './integration-steps.rule.ts'
import { performanceLimits } from './limits.ts'
import {
  hasApprovedPartner,
  listTestEvents,
  readDeletedTestClicks,
  type TestEvent,
} from './read-status.sql.ts'

const Step = Type.Union([Type.Literal('complete'), Type.Literal('pending')])

const TestEventStatistics = namedObject('TestEventStatistics', {
  testEventCount: Type.Integer({
    minimum: 0,
    maximum: performanceLimits.testEventsCounted,
    description: `Number of test events, up to ${performanceLimits.testEventsCounted}.`,
  }),
  hasTestEvents: Type.Boolean(),
  latestTestEvent: Type.Union([
    Type.Object({
      id: Type.Integer(),
      timestamp: Type.String({ format: 'date-time', description: 'When the event happened.' }),
      createdAt: Type.String({ format: 'date-time', description: 'When the event was stored.' }),
    }),
    Type.Null(),
  ]),
})

const PaymentStatistics = namedObject('PaymentStatistics', {
  paymentTrackingMode: Type.Union([Type.Literal('processor_connect'), Type.Literal('s2s')]),
  methodReady: Type.Boolean({ description: 'Whether the payments step is complete.' }),
  processorConnectionStatus: Type.String({
    description: 'Connection status as stored: `not_connected`, `connected` or `disconnected`.',
  }),
  isProcessorConnected: Type.Boolean(),
  processorAccountId: Type.Union([Type.String(), Type.Null()], { description: 'Null if not connected.' }),
  chargesEnabled: Type.Boolean(),
  payoutsEnabled: Type.Boolean(),
  detailsSubmitted: Type.Boolean(),
  connectionDate: Type.Union([Instant, Type.Null()]),
})

const StatusResponse = Type.Object({
  data: namedObject('IntegrationStatus', {
    programId: Type.String({ description: 'The program ID in the path.' }),
    stepStatuses: Type.Object({ pageview: Step, referrals: Step, payments: Step }),
    statistics: Type.Object({
      pageview: TestEventStatistics,
      referrals: TestEventStatistics,
      payments: PaymentStatistics,
    }),
    hasPartners: Type.Boolean({ description: 'Whether at least one partner is approved.' }),
    lastUpdated: Instant,
  }),
})

/**
 * Registers `GET /api/tracking/status/:programId` (the specification's status endpoint, D37, D43), which returns the
 * progress of a program's integration, derived from the program's events.
 */
export function registerReadStatus(app: App, deps: ServiceDeps): void {
  app.get(
    '/api/tracking/status/:programId',
    {
      ...openInput,
      schema: {
        operationId: 'readStatus',
        summary: 'Read the integration status',
        description:
          'Requires a session or a management key with the `tracking:read` permission on the program.',
        tags: ['Dashboard reads'],
        security: createSecurity('tracking:read'),
        params: Type.Object({ programId: Type.String({ description: 'An integer.' }) }),
        response: { 200: StatusResponse, ...errorResponses([401, 403, 404]) },
      },
    },
    async (request): Promise<Static<typeof StatusResponse>> => {
      const { programId } = request.params
      const { program } = await requirePermission(deps, request, programId, 'tracking:read')
      const { kysely } = deps.database
      const [clicks, deletedClicks, leads, hasPartners] = await Promise.all([
        listTestEvents(kysely, 'click_events', program.id, performanceLimits.testEventsCounted),
        readDeletedTestClicks(kysely, program.id),
        listTestEvents(kysely, 'lead_events', program.id, performanceLimits.testEventsCounted),
        hasApprovedPartner(kysely, program.id),
      ])
      const stepStatuses = integrationSteps({
        hasTestClicks: clicks.length + deletedClicks.count > 0,
        hasTestLeads: leads.length > 0,
        processorConnectionStatus: program.processor_connection_status,
        paymentTrackingMode: program.payment_tracking_mode,
      })
      return {
        data: {
          programId,
          stepStatuses,
          statistics: {
            pageview: testEventStatistics(clicks, deletedClicks),
            referrals: testEventStatistics(leads),
            payments: paymentStatistics(program, stepStatuses.payments === 'complete'),
          },
          hasPartners,
          lastUpdated: atProgramTime(deps, program).clock.now().toISOString(),
        },
      }
    },
  )
}

/** Returns the statistics of test events. Test events are stored with the time they were received (D43). */
function testEventStatistics(
  newest: TestEvent[],
  deletedClicks: { count: number; latest: TestEvent | undefined } = { count: 0, latest: undefined },
): Static<typeof TestEventStatistics> {
  const latest = newest[0] ?? deletedClicks.latest
  const at = latest?.received_at.toISOString() ?? ''
  return {
    testEventCount: Math.min(newest.length + deletedClicks.count, performanceLimits.testEventsCounted),
    hasTestEvents: latest !== undefined,
    latestTestEvent: latest === undefined ? null : { id: latest.id, timestamp: at, createdAt: at },
  }
}

function paymentStatistics(program: ProgramRow, methodReady: boolean): Static<typeof PaymentStatistics> {
  const isConnected = isProcessorConnected({
    processorConnectionStatus: program.processor_connection_status,
  })
  return {
    paymentTrackingMode: program.payment_tracking_mode,
    methodReady,
    processorConnectionStatus: program.processor_connection_status,
    isProcessorConnected: isConnected,
    processorAccountId: isConnected ? program.processor_account_id : null,
    chargesEnabled: program.processor_charges_enabled,
    payoutsEnabled: program.processor_payouts_enabled,
    detailsSubmitted: program.processor_details_submitted,
    connectionDate: isConnected ? (program.processor_connected_at?.toISOString() ?? null) : null,
  }
}
