import Type from 'typebox'
import { PROCESSORS } from '../../core/enums.ts'
import { choice, dataSchema, Instant, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App } from '../../core/http/service.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { processorLimits } from './limits.ts'
import { findProgramAccount, listAccountEvents } from './processor-accounts.sql.ts'
import type { ProcessorDeps } from './processor-deps.http.ts'
import { processorWebhookUrl } from './webhook-url.rule.ts'

const PaymentProcessor = namedObject('PaymentProcessor', {
  name: choice(PROCESSORS, 'PaymentProcessorName'),
  webhookUrl: Type.String({
    description: 'The URL where this program receives a manually connected account’s events.',
  }),
  webhookEventTypes: Type.Array(Type.String(), {
    description: 'Event types that the webhook endpoint must receive.',
  }),
  needsAccountId: Type.Boolean({ description: 'Whether connecting requires `processorAccountId`.' }),
  hasTestAccounts: Type.Boolean({
    description: 'Whether test accounts are separate, so connecting one requires `isTestMode`.',
  }),
  canAuthorize: Type.Boolean({ description: 'Whether this deployment supports connecting via OAuth.' }),
})

const ProcessorEvent = namedObject('ProcessorEvent', {
  eventId: Type.String({ description: 'The processor’s ID for the event.' }),
  type: Type.String({ description: 'The processor’s event type.', examples: ['transaction.completed'] }),
  isLive: Type.Boolean(),
  outcome: Type.String({
    description:
      'What the event changed, for example `attributed` (a sale), `unattributed`, `test_sale`, `applied` (a refund), ' +
      '`waiting`, `kept` (for review) or `ignored`.',
  }),
  paymentId: nullable(Type.String({ description: 'The ID of the payment that the event is about.' })),
  customerKey: nullable(Type.String({ description: 'The customer of its sale, if attributed.' })),
  occurredAt: Instant,
  receivedAt: Instant,
})

/** Registers the routes for connecting a processor: the list of processors, and the events that have arrived. */
export function registerListProcessors(app: App, deps: ProcessorDeps): void {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/processors',
    operationId: 'listProcessors',
    summary: 'List payment processors to connect',
    permission: 'tracking:read',
    response: dataSchema(Type.Array(PaymentProcessor)),
    handle: async ({ program }) => ({
      data: [...deps.processors.values()].map((processor) => ({
        name: processor.name,
        webhookUrl: processorWebhookUrl(deps.config, processor.name, program.id),
        webhookEventTypes: [...processor.eventTypes],
        needsAccountId: processor.isAccountId !== undefined,
        hasTestAccounts: processor.isModeEntered,
        canAuthorize: processor.oauth !== undefined,
      })),
    }),
  })
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/processor/events',
    operationId: 'listProcessorEvents',
    summary: 'List the newest payment processor events',
    description: `Returns the newest ${processorLimits.newestEventRows} events since the account was connected.`,
    permission: 'tracking:list',
    response: dataSchema(Type.Array(ProcessorEvent)),
    handle: async ({ ctx, program }) => {
      const account = await findProgramAccount(ctx.database.kysely, program.id)
      if (account === undefined) return { data: [] }
      const rows = await listAccountEvents(ctx.database.kysely, account, processorLimits.newestEventRows)
      return { data: rows.map(toResponseFields) }
    },
  })
}
