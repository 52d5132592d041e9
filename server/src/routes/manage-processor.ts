import Type, { type Static } from 'typebox'
import type { App, ServiceDeps } from '../app.ts'
import { limits } from '../config.ts'
import { connectProcessor, disconnectProcessor } from '../flows/connect-processor.ts'
import { errorResponses } from '../http/error-schemas.ts'
import { ApiError, invalidField } from '../http/errors.ts'
import {
  choice,
  dataOf,
  Instant,
  isoOrNull,
  managementRoute,
  managementSchema,
  nullable,
  ProgramParams,
  readObject,
} from '../http/management.ts'
import { readText } from '../http/query.ts'
import { requirePermission } from '../http/verify-program-access.ts'
import { bodyReader } from '../http/wire.ts'
import type { Processor } from '../processor/processor.ts'
import { formatConnectState, readConnectState } from '../rules/connect-state.ts'
import { findAccountOfProgram } from '../store/processor-accounts.ts'
import { findProgram, type ProgramRow } from '../store/programs.ts'

const STATUSES = ['not_connected', 'connected', 'disconnected'] as const

const Connection = Type.Object({
  status: choice(STATUSES),
  processor: nullable(Type.String()),
  processorAccountId: nullable(Type.String()),
  connectedBy: nullable(choice(['oauth', 'manual'])),
  isLive: nullable(Type.Boolean()),
  chargesEnabled: Type.Boolean(),
  payoutsEnabled: Type.Boolean(),
  detailsSubmitted: Type.Boolean(),
  connectionDate: nullable(Instant),
  webhookUrl: nullable(
    Type.String({
      description:
        'Where the account sends its events when it is connected by hand; before that with `{account}` in the place ' +
        'of its id. Null when the account was connected by authorization: then there is nothing to set up.',
    }),
  ),
  canAuthorize: Type.Boolean({ description: 'Whether this installation connects by authorization too.' }),
})

const ConnectBody = Type.Object({
  processor: Type.Optional(Type.String({ maxLength: limits.idChars, default: 'stripe' })),
  processorAccountId: Type.String({ maxLength: limits.idChars, examples: ['acct_1a2b3c'] }),
  webhookSecret: Type.String({
    maxLength: limits.idChars,
    description: 'The signing secret of the webhook endpoint. It is kept encrypted and never shown.',
  }),
})
const AuthorizeBody = Type.Object({
  processor: Type.Optional(Type.String({ maxLength: limits.idChars, default: 'stripe' })),
})

const readConnectBody = bodyReader(ConnectBody)
const readAuthorizeBody = bodyReader(AuthorizeBody)

const DEFAULT_PROCESSOR = 'stripe'
const NONCE_BYTES = 16

/** The processor account of a program: connected by authorization at the processor, or by hand. */
export function registerManageProcessor(app: App, deps: ServiceDeps): void {
  const { kysely } = deps.database
  const { publicUrl } = deps.config

  app.route({
    ...managementRoute,
    method: 'GET',
    url: '/api/programs/:programId/processor',
    schema: {
      ...managementSchema,
      operationId: 'readProcessorConnection',
      summary: 'Read the connection to the payment processor',
      params: ProgramParams,
      response: { 200: dataOf(Connection), ...errorResponses([401, 403, 404]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'tracking:read')
      return { data: await show(program) }
    },
  })

  app.route({
    ...managementRoute,
    method: 'PUT',
    url: '/api/programs/:programId/processor',
    schema: {
      ...managementSchema,
      operationId: 'connectProcessorByHand',
      summary: 'Connect a processor account by hand',
      description:
        'First make a webhook endpoint at the processor with the `webhookUrl` of this resource, then send its secret. ' +
        'Takes the place of the account the program had.',
      params: ProgramParams,
      body: ConnectBody,
      response: { 200: dataOf(Connection), ...errorResponses([400, 401, 403, 404, 409, 413, 415]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'program:update')
      const body = readConnectBody(readObject(request.body))
      const processor = findProcessor(body.processor)
      const { processorAccountId, webhookSecret } = body
      if (!processor.isAccountId(processorAccountId)) {
        throw invalidField('processorAccountId', `This is no account id of ${processor.name}.`)
      }
      if (!processor.isWebhookSecret(webhookSecret)) {
        throw invalidField('webhookSecret', `This is no webhook secret of ${processor.name}.`)
      }
      const isConnected = await connectProcessor(deps, program.id, {
        processor: processor.name,
        accountId: processorAccountId,
        isLive: true,
        by: 'manual',
        webhookSecret,
      })
      if (!isConnected) throw accountTaken(processorAccountId)
      return { data: await showAgain(program.id) }
    },
  })

  app.route({
    ...managementRoute,
    method: 'DELETE',
    url: '/api/programs/:programId/processor',
    schema: {
      ...managementSchema,
      operationId: 'disconnectProcessor',
      summary: 'End the connection to the payment processor',
      description: 'Its events are refused from now on. What was recorded stays.',
      params: ProgramParams,
      response: { 200: dataOf(Connection), ...errorResponses([401, 403, 404]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'program:update')
      await disconnectProcessor(deps, program.id)
      return { data: await showAgain(program.id) }
    },
  })

  app.route({
    ...managementRoute,
    method: 'POST',
    url: '/api/programs/:programId/processor/authorize',
    schema: {
      ...managementSchema,
      operationId: 'authorizeProcessor',
      summary: 'Begin to connect a processor account by authorization',
      description: 'Send the browser to `url`. The processor sends it back, for this user and program only.',
      params: ProgramParams,
      body: Type.Optional(AuthorizeBody),
      response: {
        200: dataOf(Type.Object({ url: Type.String() })),
        ...errorResponses([400, 401, 403, 404, 409, 413, 415]),
      },
    },
    handler: async (request) => {
      const { programId } = request.params
      const { program, userId } = await requirePermission(deps, request, programId, 'program:update')
      const processor = findProcessor(readAuthorizeBody(readObject(request.body)).processor)
      if (processor.oauth === undefined) {
        throw new ApiError(
          'conflict',
          `This installation has no client id at ${processor.name}: connect the account by hand.`,
        )
      }
      const expiresAt = new Date(deps.clock.now().getTime() + limits.processorConnectMs)
      const state = { programId: program.id, userId, processor: processor.name, expiresAt }
      const text = formatConnectState(state, deps.ids.bytes(NONCE_BYTES), deps.config.appSecret)
      return { data: { url: processor.oauth.authorizeUrl(text, callbackUrl(processor)) } }
    },
  })

  app.route({
    ...managementRoute,
    method: 'GET',
    url: '/api/processor/:processor/callback',
    schema: {
      ...managementSchema,
      operationId: 'finishProcessorAuthorization',
      summary: 'Where the processor sends the browser back to',
      description: 'Goes on to the settings of the program, with what came of it in `processor`.',
      params: Type.Object({ processor: Type.String() }),
      querystring: Type.Object({
        state: Type.Optional(Type.String()),
        code: Type.Optional(Type.String()),
        error: Type.Optional(Type.String()),
      }),
      response: {
        302: Type.Null({ description: 'To the dashboard: connected, denied, refused or conflict.' }),
        ...errorResponses([400, 401, 403, 404]),
      },
    },
    handler: async (request, reply) => {
      const processor = findProcessor(request.params.processor)
      const state = readState(request.query, processor)
      // Only the person who began may finish, so nobody is led to connect an account to somebody else's program.
      const { program, userId } = await requirePermission(
        deps,
        request,
        String(state.programId),
        'program:update',
      )
      if (userId !== state.userId) throw wrongState()
      const result = await finish(processor, program.id, readText(request.query, 'code'))
      return reply.redirect(`${publicUrl}/programs/${program.id}/settings?processor=${result}`)
    },
  })

  async function finish(processor: Processor, programId: number, code: string | undefined) {
    if (processor.oauth === undefined || code === undefined) return 'denied'
    const account = await processor.oauth.exchangeCode(code)
    if (account === 'refused') return 'refused'
    const connection = { processor: processor.name, by: 'oauth', ...account } as const
    return (await connectProcessor(deps, programId, connection)) ? 'connected' : 'conflict'
  }

  function readState(query: unknown, processor: Processor) {
    // safe because Fastify parses a query into an object of strings and arrays of strings
    const { state: text } = query as Record<string, unknown>
    const now = deps.clock.now()
    const state = typeof text === 'string' ? readConnectState(text, deps.config.appSecret, now) : undefined
    if (state === undefined || state.processor !== processor.name) throw wrongState()
    return state
  }

  function findProcessor(name: string = DEFAULT_PROCESSOR): Processor {
    const processor = deps.processors.get(name)
    if (processor === undefined) throw new ApiError('not_found', 'There is no processor of this name.')
    return processor
  }

  function callbackUrl({ name }: Processor): string {
    return `${publicUrl}/api/processor/${name}/callback`
  }

  async function showAgain(programId: number) {
    const program = await findProgram(kysely, programId)
    if (program === undefined) throw new Error(`program ${programId} is gone`)
    return show(program)
  }

  async function show(program: ProgramRow): Promise<Static<typeof Connection>> {
    const account = await findAccountOfProgram(kysely, program.id)
    const processor = findProcessor(account?.processor)
    const at = account?.account_id ?? '{account}'
    const webhookUrl = `${publicUrl}/api/v1/webhooks/${processor.name}?account=${at}`
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
      webhookUrl: account?.connected_by === 'oauth' ? null : webhookUrl,
      canAuthorize: processor.oauth !== undefined,
    }
  }
}

function accountTaken(accountId: string): ApiError {
  return new ApiError('conflict', `${accountId} is connected to another program: end that connection first.`)
}

function wrongState(): ApiError {
  return invalidField('state', 'This authorization was not begun by you, or too long ago: begin again.')
}
