import Type, { type Static } from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { CONNECTION_METHODS, CONNECTION_STATUSES } from '../../core/enums.ts'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { ApiError, invalidFieldError } from '../../core/errors/errors.http.ts'
import { openInput } from '../../core/http/closed-input.http.ts'
import {
  choice,
  dataSchema,
  Instant,
  isoOrNull,
  nullable,
  personalSchema,
} from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { readText } from '../../core/http/query.http.ts'
import type { App } from '../../core/http/service.ts'
import { readToken, signToken } from '../../core/privacy/token.rule.ts'
import { withActor } from '../../workspace/accounts/management-key.http.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { findProgram, type ProgramRow } from '../../workspace/programs/programs.sql.ts'
import { requirePermission } from '../../workspace/programs/verify-program-access.http.ts'
import { connectProcessor, disconnectProcessor } from './connect-processor.flow.ts'
import { processorLimits } from './limits.ts'
import type { Processor } from './processor.ts'
import { findProgramAccount } from './processor-accounts.sql.ts'
import type { ProcessorDeps } from './processor-deps.http.ts'
import { processorWebhookUrl } from './webhook-url.rule.ts'

const Connection = namedObject('ProcessorConnection', {
  status: choice(CONNECTION_STATUSES),
  processor: nullable(Type.String()),
  processorAccountId: nullable(Type.String()),
  connectedBy: nullable(choice(CONNECTION_METHODS)),
  isLive: nullable(Type.Boolean()),
  chargesEnabled: Type.Boolean(),
  payoutsEnabled: Type.Boolean(),
  detailsSubmitted: Type.Boolean(),
  connectionDate: nullable(Instant),
  rejectedEvents: nullable(
    Type.Object(
      { events: Type.Integer({ minimum: 1 }), newestReceivedAt: Instant },
      {
        description:
          'Events with an invalid signature since the last valid event. Usually the webhook secret is wrong.',
      },
    ),
  ),
  webhookUrl: nullable(
    Type.String({
      description:
        'Receives a manually connected account’s events. The URL is fixed per program and known before connecting. ' +
        'Null if the account was connected via OAuth, which needs no webhook setup.',
    }),
  ),
  webhookEventTypes: Type.Array(Type.String(), {
    description: 'Event types that the webhook endpoint must receive.',
  }),
  canAuthorize: Type.Boolean({ description: 'Whether this deployment supports connecting via OAuth.' }),
})

const ConnectBody = Type.Object({
  processor: Type.Optional(Type.String({ maxLength: limits.maxIdLength, default: 'stripe' })),
  processorAccountId: Type.Optional(
    Type.String({
      maxLength: limits.maxIdLength,
      description: 'The account at the processor. Only for Stripe, whose events contain it.',
      examples: ['acct_1a2b3c'],
    }),
  ),
  webhookSecret: Type.String({
    maxLength: limits.maxIdLength,
    description: 'The signing secret of the webhook endpoint. Stored encrypted and never shown.',
  }),
  isTestMode: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Whether the secret belongs to a test account, for processors with separate test accounts. Its payments become test sales.',
    }),
  ),
})
const AuthorizeBody = Type.Object({
  processor: Type.Optional(Type.String({ maxLength: limits.maxIdLength, default: 'stripe' })),
})

const DEFAULT_PROCESSOR = 'stripe'
const NONCE_BYTES = 16

/** Registers the routes for a program's processor account, which is connected via OAuth or manually. */
export function registerManageProcessor(app: App, deps: ProcessorDeps): void {
  registerRead(app, deps)
  registerConnectByHand(app, deps)
  registerDisconnect(app, deps)
  registerAuthorize(app, deps)
  registerFinishAuthorization(app, deps)
}

function registerRead(app: App, deps: ProcessorDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/processor',
    operationId: 'readProcessorConnection',
    summary: 'Retrieve the payment processor connection',
    permission: 'tracking:read',
    response: dataSchema(Connection),
    handle: async ({ program }) => ({ data: await show(deps, program) }),
  })
}

function registerConnectByHand(app: App, deps: ProcessorDeps) {
  programRoute(app, deps, {
    method: 'PUT',
    url: '/api/programs/:programId/processor',
    operationId: 'connectProcessorManually',
    summary: 'Connect a processor account manually',
    description:
      'First create a webhook endpoint at the processor with the `webhookUrl` and `webhookEventTypes` from this ' +
      'resource, then send its secret. Replaces the program’s previous account.',
    permission: 'program:update',
    body: { schema: ConnectBody },
    response: dataSchema(Connection),
    errors: [409],
    handle: async ({ realCtx, program, body }) => {
      const processor = findProcessor(realCtx, body.processor)
      const { webhookSecret } = body
      const accountId = readAccountId(processor, body.processorAccountId)
      if (!processor.isWebhookSecret(webhookSecret)) {
        throw invalidFieldError(
          'webhookSecret',
          `This secret doesn’t have the format that this processor uses. Copy it again from the webhook’s settings there.`,
        )
      }
      if (body.isTestMode === true && !processor.isModeEntered) {
        throw invalidFieldError('isTestMode', `This processor’s events contain their mode. Omit this field.`)
      }
      const outcome = await connectProcessor(realCtx, program.id, {
        processor: processor.name,
        accountId,
        // A sandbox ignores live events.
        isLive: !program.sandbox && body.isTestMode !== true,
        by: 'manual',
        webhookSecret,
      })
      if (outcome !== 'connected') throw accountTakenError(accountId ?? processor.name)
      return { data: await showCurrentAccount(realCtx, program.id) }
    },
  })
}

/** Returns the account to connect. If events don't contain an account, each program has its own. */
function readAccountId({ name, isAccountId }: Processor, sent: string | undefined): string | undefined {
  if (isAccountId === undefined) {
    if (sent === undefined) return undefined
    throw invalidFieldError('processorAccountId', `${name} events don’t contain an account. Omit this field.`)
  }
  if (sent === undefined || !isAccountId(sent)) {
    throw invalidFieldError('processorAccountId', `Invalid ${name} account ID.`)
  }
  return sent
}

function registerDisconnect(app: App, deps: ProcessorDeps) {
  programRoute(app, deps, {
    method: 'DELETE',
    url: '/api/programs/:programId/processor',
    operationId: 'disconnectProcessor',
    summary: 'Disconnect the payment processor',
    description: 'Further events are rejected. Recorded events are kept.',
    permission: 'program:update',
    response: dataSchema(Connection),
    handle: async ({ realCtx, program }) => {
      await disconnectProcessor(realCtx, program.id)
      return { data: await showCurrentAccount(realCtx, program.id) }
    },
  })
}

function registerAuthorize(app: App, deps: ProcessorDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/processor/authorize',
    operationId: 'authorizeProcessor',
    summary: 'Start connecting a processor account via OAuth',
    description:
      'Redirect the browser to `url`. The processor redirects it back. The URL is valid for this user and program only.',
    permission: 'program:update',
    isPersonal: true,
    body: { schema: Type.Optional(AuthorizeBody) },
    response: dataSchema(Type.Object({ url: Type.String() })),
    errors: [409],
    handle: async ({ realCtx, program, actorId, body }) => {
      const processor = findProcessor(realCtx, body.processor)
      if (processor.oauth === undefined) {
        throw new ApiError(
          'conflict',
          `This deployment has no ${processor.name} client ID. Connect the account manually.`,
        )
      }
      const expiresAt = new Date(realCtx.clock.now().getTime() + processorLimits.processorConnectMs)
      // The actor is always a user, because management keys have no access.
      const nonce = realCtx.ids.bytes(NONCE_BYTES).toString('base64url')
      const subject = [program.id, actorId, processor.name, nonce] as const
      const text = signToken('connect_state', subject, { expiresAt, appSecret: realCtx.config.appSecret })
      return { data: { url: processor.oauth.authorizeUrl(text, callbackUrl(realCtx, processor)) } }
    },
  })
}

/** The program is in the state parameter, not the path, so this is not a program route. */
function registerFinishAuthorization(app: App, deps: ProcessorDeps) {
  app.route({
    ...openInput,
    method: 'GET',
    url: '/api/processor/:processor/callback',
    schema: {
      ...personalSchema,
      operationId: 'finishProcessorAuthorization',
      summary: 'Complete connecting a processor account via OAuth',
      description: 'Redirects to the program’s settings, with the outcome in `processor`.',
      params: Type.Object({ processor: Type.String() }),
      querystring: Type.Object({
        state: Type.Optional(Type.String()),
        code: Type.Optional(Type.String()),
        error: Type.Optional(Type.String()),
      }),
      response: {
        302: Type.Null({
          description:
            'Redirects to the dashboard with the result: connected, denied (by the user), refused (by the processor), conflict or live.',
        }),
        ...errorResponses([400, 401, 403, 404]),
      },
    },
    handler: async (request, reply) => {
      const processor = findProcessor(deps, request.params.processor)
      const state = readState(deps, request.query, processor)
      // Only the user who started the authorization may finish it. Otherwise, someone could be tricked into connecting
      // an account to another user's program.
      const { program, requester } = await requirePermission(
        deps,
        request,
        String(state.programId),
        'program:update',
      )
      if (requester.userId !== state.userId) throw wrongStateError()
      const ctx = withActor(deps, request, requester)
      const result = await finish(ctx, processor, program.id, readText(request.query, 'code'))
      return reply.redirect(`${deps.config.publicUrl}/programs/${program.id}/settings?processor=${result}`)
    },
  })
}

async function finish(
  deps: ProcessorDeps,
  processor: Processor,
  programId: number,
  code: string | undefined,
) {
  if (processor.oauth === undefined || code === undefined) return 'denied'
  const account = await processor.oauth.exchangeCode(code)
  if (account === 'rejected') return 'rejected'
  const connection = { processor: processor.name, by: 'oauth', ...account } as const
  return connectProcessor(deps, programId, connection)
}

/** Returns who started the connection and for which program. Throws if the state is not valid for this user. */
function readState({ clock, config }: ProcessorDeps, query: unknown, processor: Processor) {
  // safe because Fastify parses a query into an object of strings and arrays of strings
  const { state: text } = query as Record<string, unknown>
  const signed = { now: clock.now(), appSecret: config.appSecret }
  const state = typeof text === 'string' ? readToken('connect_state', text, signed) : undefined
  const [programId, userId, name] = state ?? []
  if (programId === undefined || name !== processor.name) throw wrongStateError()
  return { programId, userId }
}

function findProcessor({ processors }: ProcessorDeps, name: string = DEFAULT_PROCESSOR): Processor {
  const processor = processors.get(name)
  if (processor === undefined) throw new ApiError('not_found', 'There is no processor with this name.')
  return processor
}

function callbackUrl({ config }: ProcessorDeps, { name }: Processor): string {
  return `${config.publicUrl}/api/processor/${name}/callback`
}

async function showCurrentAccount(deps: ProcessorDeps, programId: number) {
  const program = await findProgram(deps.database.kysely, programId)
  if (program === undefined) throw new Error(`program ${programId} no longer exists`)
  return show(deps, program)
}

async function show(deps: ProcessorDeps, program: ProgramRow): Promise<Static<typeof Connection>> {
  const account = await findProgramAccount(deps.database.kysely, program.id)
  const processor = findProcessor(deps, account?.processor)
  const webhookUrl = processorWebhookUrl(deps.config, processor.name, program.id)
  return {
    status: program.processor_connection_status,
    processor: account?.processor ?? null,
    processorAccountId: program.processor_account_id,
    connectedBy: account?.connected_by ?? null,
    isLive: account?.is_live ?? null,
    chargesEnabled: program.processor_charges_enabled,
    payoutsEnabled: program.processor_payouts_enabled,
    detailsSubmitted: program.processor_details_submitted,
    connectionDate: isoOrNull(program.processor_connected_at),
    rejectedEvents:
      account === undefined || account.rejected_at === null
        ? null
        : { events: account.rejected_events, newestReceivedAt: account.rejected_at.toISOString() },
    webhookUrl: account?.connected_by === 'oauth' ? null : webhookUrl,
    webhookEventTypes: [...processor.eventTypes],
    canAuthorize: processor.oauth !== undefined,
  }
}

function accountTakenError(accountId: string): ApiError {
  return new ApiError('conflict', `${accountId} is connected to another program. Disconnect it there first.`)
}

function wrongStateError(): ApiError {
  return invalidFieldError('state', 'You did not start this authorization, or it has expired. Start again.')
}
