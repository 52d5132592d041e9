import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static, type TProperties, type TSchema } from 'typebox'
import type { DelegatedSessionKind, Language } from '../../core/enums.ts'
import { type ErrorStatus, errorResponses } from '../../core/errors/error-schemas.http.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { ProgramParams } from '../../core/http/management-route.http.ts'
import { parseId } from '../../core/http/query.http.ts'
import { readInput } from '../../core/http/read-input.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { requestedLanguage } from '../../core/i18n/requested-language.rule.ts'
import { atProgramTime } from '../../workspace/programs/program-clock.flow.ts'
import { type EnrollmentRow, findProgramEnrollment } from './enrollments-of-account.sql.ts'
import { requireFreshSession, requirePartner } from './partner-session.http.ts'
import type { PartnerSessionRow } from './partner-sessions.sql.ts'

/** An endpoint for signed-in partners. */
interface PartnerRouteOptions<Query, BodySchema extends TSchema, Body, ResponseSchema extends TSchema, Call> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: `/api/partner/${string}`
  operationId: string
  summary: string
  description?: string
  query?: { parameters: TProperties; read: (query: unknown) => Query }
  /** The validated body, unless `read` converts it. */
  body?: { schema: BodySchema; read?: (sent: Static<BodySchema>) => Body }
  /** The other IDs in the URL. */
  ids?: readonly string[]
  /**
   * Whether the endpoint is about the account itself, in which case sessions from links shared by a team are rejected.
   */
  isAccountRoute?: true
  /** Whether the endpoint affects the whole account, in which case the partner must have signed in recently. */
  isFresh?: true
  /** Whether an embedded portal may use the endpoint although it changes something. */
  isForFrames?: true
  status?: 201
  response: ResponseSchema
  /** Errors in addition to session, program, query and body errors. */
  errors?: readonly ErrorStatus[]
  handle: (call: Call & PartnerRequest<Query, Body>) => Promise<HandlerResponse<ResponseSchema>>
}

interface PartnerRequest<Query, Body> {
  session: PartnerSessionRow
  ids: Record<string, number>
  query: Query
  body: Body
  request: FastifyRequest
  reply: FastifyReply
}

/** Files and pages are sent through the reply instead. */
type HandlerResponse<ResponseSchema extends TSchema> = ResponseSchema extends { content: object }
  ? FastifyReply
  : Static<ResponseSchema>

/** Registers an endpoint about the partner. Checks in this order: site, session, query, body, IDs. */
export function partnerRoute<
  ResponseSchema extends TSchema,
  Query = undefined,
  BodySchema extends TSchema = TSchema,
  Body = Static<BodySchema>,
>(
  app: App,
  deps: ServiceDeps,
  route: PartnerRouteOptions<Query, BodySchema, Body, ResponseSchema, object>,
): void {
  register(app, deps, { route, by: 'partnerRoute', more: [] }, async (call) =>
    route.handle(readInputs(route, call)),
  )
}

/**
 * Registers an endpoint about one of the partner's programs. The enrollment comes from the session, never from the
 * request. Other programs get the same 404 as missing ones.
 */
export function partnerProgramRoute<
  ResponseSchema extends TSchema,
  Query = undefined,
  BodySchema extends TSchema = TSchema,
  Body = Static<BodySchema>,
>(
  app: App,
  deps: ServiceDeps,
  route: PartnerRouteOptions<Query, BodySchema, Body, ResponseSchema, ProgramRequest> & {
    url: `/api/partner/programs/:programId${'' | `/${string}`}`
  },
): void {
  register(app, deps, { route, by: 'partnerProgramRoute', more: [404] }, async (call) => {
    const { session, request } = call
    const { programId } = request.params as Record<'programId', string> // safe because the URL contains it
    const id = parseId(programId)
    const program =
      id === undefined ? undefined : await findProgramEnrollment(deps.database.kysely, id, session)
    if (program === undefined) throw new ApiError('not_found', 'You have no program with this ID.')
    return route.handle({
      program,
      ctx: atProgramTime(deps, program),
      ...readerLanguages(call, program),
      ...readInputs(route, call),
    })
  })
}

interface ProgramRequest {
  program: EnrollmentRow
  ctx: ServiceDeps
  /**
   * Language of the sentences in the response. The portal sends its own language; otherwise that of documents
   * applies.
   */
  language: Language
  /**
   * Language of pages and files that the browser opens itself: the partner's choice, otherwise the language in which
   * they last signed in. Emails use the same (`recipient-language.flow.ts`).
   */
  documentLanguage: Language
}

function readerLanguages(
  { session, request }: SignedIn,
  program: EnrollmentRow,
): Pick<ProgramRequest, 'language' | 'documentLanguage'> {
  const requested = requestedLanguage(request.headers['accept-language'])
  const own = session.language ?? session.browser_language
  return {
    language: requested ?? own ?? program.language,
    documentLanguage: own ?? requested ?? program.language,
  }
}

type RouteDescription<Query, BodySchema extends TSchema, Body> = Omit<
  PartnerRouteOptions<Query, BodySchema, Body, TSchema, never>,
  'handle'
>

type SignedIn = Pick<PartnerRequest<undefined, undefined>, 'session' | 'request' | 'reply'>

/** Authenticates every partner request and limits what delegated sessions can do. */
function register<Query, BodySchema extends TSchema, Body>(
  app: App,
  deps: ServiceDeps,
  {
    route,
    by,
    more,
  }: {
    route: RouteDescription<Query, BodySchema, Body>
    by: 'partnerRoute' | 'partnerProgramRoute'
    more: readonly ErrorStatus[]
  },
  handler: (call: SignedIn) => Promise<unknown>,
) {
  const { method, url, operationId, summary, description, ids = [], query, body, status = 200 } = route
  const hasProgramId = /\/:programId(\/|$)/.test(url)
  const params = {
    ...(hasProgramId ? ProgramParams.properties : {}),
    ...Object.fromEntries(ids.map((id) => [id, Type.String()])),
  }
  const errors: ErrorStatus[] = [
    ...new Set<ErrorStatus>([
      401,
      ...(method === 'GET' ? [] : ([403, 413, 415] as const)),
      ...(route.isAccountRoute || route.isFresh ? ([403] as const) : []),
      ...(ids.length > 0 ? ([404] as const) : []),
      ...more,
      ...(route.errors ?? []),
    ]),
  ]
  app.route({
    method,
    url,
    config: { access: { by, requires: requiredPermissions(route) } },
    schema: {
      tags: ['Partner'],
      security: [{ partnerSession: [] }, { delegatedSession: [] }],
      operationId,
      summary,
      ...(description === undefined ? {} : { description }),
      ...(Object.keys(params).length === 0 ? {} : { params: Type.Object(params) }),
      ...(query === undefined ? {} : { querystring: Type.Object(query.parameters) }),
      ...(body === undefined ? {} : { body: body.schema }),
      response: { [status]: route.response, ...errorResponses(errors) },
    },
    handler: async (request, reply) => {
      reply.code(status).header('cache-control', 'no-store')
      const session = await requirePartner(deps, request, reply)
      if (session.visit !== undefined) rejectImpersonation(route, session.visit.kind)
      if (route.isFresh) requireFreshSession(deps, session)
      return handler({ session, request, reply })
    },
  })
}

function requiredPermissions({
  isAccountRoute,
  isFresh,
  isForFrames,
}: Pick<RouteDescription<undefined, TSchema, undefined>, 'isAccountRoute' | 'isFresh' | 'isForFrames'>) {
  return [
    ...(isAccountRoute ? ['own session'] : []),
    ...(isFresh ? ['fresh session'] : []),
    ...(isForFrames ? ['frames too'] : []),
  ]
}

/**
 * Rejects changes in a delegated session. The team's view is read-only. An embedded portal allows only listed actions,
 * because of clickjacking.
 */
function rejectImpersonation(
  {
    method,
    isAccountRoute,
    isFresh,
    isForFrames,
  }: Pick<
    RouteDescription<undefined, TSchema, undefined>,
    'method' | 'isAccountRoute' | 'isFresh' | 'isForFrames'
  >,
  kind: DelegatedSessionKind,
) {
  const isRead = method === 'GET' && isAccountRoute === undefined && isFresh === undefined
  if (isRead || (kind === 'embed' && isForFrames !== undefined)) return
  throw kind === 'view'
    ? new ApiError(
        'read_only_view',
        'You are viewing this portal as a partner. You can’t make changes or see their account.',
      )
    : new ApiError('embedded_view', 'You can’t do this in an embedded portal. Sign in at /partner instead.')
}

function readInputs<Query, BodySchema extends TSchema, Body>(
  route: RouteDescription<Query, BodySchema, Body>,
  { session, request, reply }: SignedIn,
): PartnerRequest<Query, Body> {
  if (route.isAccountRoute && session.workspace_id !== null) {
    throw new ApiError(
      'forbidden',
      'You signed in with a link that a team shared. Request your own sign-in link by email to do this.',
    )
  }
  const input = readInput(request)
  // safe because without a reader the query type is undefined
  const query = route.query?.read(input.query) as Query
  const sent = input.body as Static<BodySchema> // safe because it was validated by that schema
  // safe because without a reader the body has its schema’s type
  const body = (route.body?.read === undefined ? sent : route.body.read(sent)) as Body
  const params = (request.params ?? {}) as Record<string, string> // safe because the router returns strings
  const ids = Object.fromEntries(
    (route.ids ?? []).map((name) => {
      const id = parseId(params[name] ?? '')
      if (id === undefined) throw new ApiError('not_found', 'Not found.')
      return [name, id]
    }),
  )
  return { session, ids, query, body, request, reply }
}
