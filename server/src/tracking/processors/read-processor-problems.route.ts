import Type from 'typebox'
import { CurrencyCode, choice, dataSchema, Instant } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { cents } from '../../core/money/cents.http.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { EVENT_SIGNS } from './event-symptom.ts'
import { eventSymptomText, missingEventRemedy } from './event-symptom-text.rule.ts'
import { findProcessorProblems } from './find-processor-problems.flow.ts'

const MissingEventType = namedObject('MissingEventType', {
  type: Type.String({ description: 'The processor’s event type.', examples: ['invoice_payment.paid'] }),
  wasReceived: Type.Boolean({
    description:
      'Whether some events of this type have arrived, which means that the endpoint is subscribed.',
  }),
  remedy: Type.String({ description: 'How to fix the problem.' }),
  signs: Type.Array(
    Type.Object({
      sign: choice(EVENT_SIGNS, 'MissingEventSign'),
      count: Type.Integer({ description: 'Counted up to 1,000.' }),
      message: Type.String({ description: 'A sentence that describes the sign.' }),
    }),
  ),
})

const Problems = namedObject('ProcessorProblems', {
  missingEventTypes: Type.Array(MissingEventType, {
    description: 'Expected event types that haven’t been received, inferred from the events that were.',
  }),
  heldCommissions: Type.Array(
    Type.Object({
      currency: CurrencyCode,
      commissions: Type.Integer(),
      amountCents: cents({ minimum: 0 }),
    }),
    { description: 'Commissions on hold until their invoice is linked to its payment.' },
  ),
  placeholders: Type.Array(
    Type.Object({
      name: Type.String({ examples: ['service_click_id'] }),
      value: Type.String({ examples: ['undefined'] }),
      events: Type.Integer(),
      newestEventId: Type.String(),
      newestEventType: Type.String(),
      newestReceivedAt: Instant,
      isLive: Type.Boolean({ description: 'Whether the newest event is live, not from test mode.' }),
    }),
    { description: 'Metadata from the last 30 days that was ignored because its value is a placeholder.' },
  ),
})

/** Registers the route that reports missing event types and ignored metadata. */
export function registerReadProcessorProblems(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/processor/problems',
    operationId: 'readProcessorProblems',
    summary: 'List problems with payment processor events',
    description:
      'Returns missing event types, the commissions on hold because of them, and ignored metadata.',
    permission: 'billing:read',
    response: dataSchema(Problems),
    handle: async ({ ctx, program }) => {
      const problems = await findProcessorProblems(ctx.database.kysely, program, ctx.clock.now())
      const missingEventTypes = problems.missingEventTypes.map((missingType) => ({
        ...missingType,
        remedy: missingEventRemedy(missingType),
        signs: missingType.signs.map(({ sign, count }) => ({
          sign,
          count,
          message: eventSymptomText(sign, count),
        })),
      }))
      const heldCommissions = problems.held.map(({ currency, commissions, cents }) => ({
        currency,
        commissions,
        amountCents: BigInt(cents),
      }))
      const placeholders = problems.placeholders.map((row) => ({
        ...toResponseFields(row),
        newestEventId: row.event_id,
        newestEventType: row.type,
        newestReceivedAt: row.received_at.toISOString(),
      }))
      return { data: { missingEventTypes, heldCommissions, placeholders } }
    },
  })
}
