import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static, type TProperties, type TSchema } from 'typebox'
import { type ErrorDetails, type ErrorStatus, errorResponses } from '../../core/errors/error-schemas.http.ts'
import type { ApiError } from '../../core/errors/errors.http.ts'
import { managementSchema, ProgramParams, personalSchema } from '../../core/http/management-route.http.ts'
import { parseId } from '../../core/http/query.http.ts'
import { readInput } from '../../core/http/read-input.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { idempotencyHeaders, respondOnce } from '../../core/idempotency/idempotency.http.ts'
import { getActorId, withActor } from '../accounts/management-key.http.ts'
import type { Permission } from '../accounts/permissions.rule.ts'
import { atProgramTime } from './program-clock.flow.ts'
import type { ProgramRow } from './programs.sql.ts'
import { requirePermission } from './verify-program-access.http.ts'

/** A management API route below a program: its schemas and handler. */
export interface ProgramRoute<
  Url extends ProgramUrl,
  Query,
  BodySchema extends TSchema,
  Body,
  ResponseSchema extends TSchema,
  D extends ServiceDeps,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: Url
  operationId: string
  summary: string
  description?: string
  permission: Permission
  /** Additional required permissions. */
  alsoRequires?: readonly Permission[]
  /** Rejects management keys, because only a user may do this. */
  isPersonal?: true
  /** The other IDs in the path, each with the error for an invalid one. */
  ids?: Record<UrlIds<Url>, () => ApiError>
  query?: { parameters: TProperties; read: (query: unknown, program: ProgramRow) => Query }
  /** The body as validated by its schema, or as converted by `read`. */
  body?: { schema: BodySchema; read?: (sent: Static<BodySchema>) => Body }
  /** Maximum size of the body in bytes; defaults to the general limit. */
  bodyLimit?: number
  /** Status of a success; defaults to 200. */
  status?: 201
  /**
   * A POST that has external effects or waits. It can't run in one transaction, so it doesn't accept an
   * `Idempotency-Key`.
   */
  isOutside?: true
  /** A POST that changes nothing and only has a body for its parameters. It doesn't accept an `Idempotency-Key`. */
  isRead?: true
  response: ResponseSchema
  /** Errors in addition to those implied by access, query and body. */
  errors?: readonly ErrorStatus[]
  /** Fields of `error.details` that clients read. */
  errorDetails?: ErrorDetails
  /**
   * Runs before the transaction of an `Idempotency-Key` begins. It may run repeatedly, and for requests that then fail.
   */
  prepare?: (call: { program: ProgramRow; body: Body }) => Promise<void>
  handle: (call: ProgramCall<UrlIds<Url>, Query, Body, D>) => Promise<HandlerResponse<ResponseSchema>>
}

/** An authorized request with its parsed input. */
export interface ProgramCall<Id extends string, Query, Body, D extends ServiceDeps = ServiceDeps> {
  program: ProgramRow
  /** Context with the requester as actor and the program's clock. */
  ctx: D
  /** The same context with the real clock, for authorization, external requests and expiry of secrets. */
  realCtx: D
  /** The actor as stored: a user's ID, or `key:` and the number of a management key. */
  actorId: string
  /** Returns whether the requester has another permission. */
  may: (permission: Permission) => boolean
  ids: Record<Id, number>
  query: Query
  body: Body
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Registers a route below a program. Requests are checked in this order (D37): session, program, permission, query,
 * body, IDs.
 */
export function programRoute<
  Url extends ProgramUrl,
  ResponseSchema extends TSchema,
  D extends ServiceDeps,
  Query = undefined,
  BodySchema extends TSchema = TSchema,
  Body = Static<BodySchema>,
>(
  app: App,
  deps: D,
  route: ProgramRoute<Url, Query, BodySchema, Body, ResponseSchema, D> & WithIds<Url>,
): void {
  const permissions = [route.permission, ...(route.alsoRequires ?? [])] as const
  app.route({
    method: route.method,
    url: route.url,
    config: { access: { by: 'programRoute', requires: permissions } },
    ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
    schema: createSchema(route),
    handler: async (request, reply) => {
      const params = request.params as Record<UrlIds<Url> | 'programId', string> // safe because the URL contains them
      const access = await requirePermission(deps, request, params.programId, ...permissions)
      const input = readInput(request)
      // safe because Query is undefined without a reader
      const query = route.query?.read(input.query, access.program) as Query
      const sent = input.body as Static<BodySchema> // safe because it was parsed with that schema; without a reader, Body is the schema's type
      const body = (route.body?.read === undefined ? sent : route.body.read(sent)) as Body
      const ids = readIds<UrlIds<Url>>(route.ids, params)
      const { program, requester } = access
      const actorId = getActorId(requester)
      const may = (permission: Permission) => requester.permissions.has(permission)
      const work = (realCtx: D) => {
        const ctx = atProgramTime(realCtx, program)
        return route.handle({ program, ctx, realCtx, actorId, may, ids, query, body, request, reply })
      }
      await route.prepare?.({ program, body })
      const { status = 200 } = route
      const context = withActor(deps, request, requester)
      if (!isIdempotent(route)) return work(context)
      return respondOnce(context, { request, reply, actorId, programId: program.id, status }, work)
    },
  })
}

type ProgramUrl = `/api/${'programs' | 'tracking/breakdown'}/:programId${string}`

/** The names of the IDs in a URL, except the program's. */
type UrlIds<Url extends string> =
  Url extends `/api/${'programs' | 'tracking/breakdown'}/:programId${infer Rest}` ? NamesIn<Rest> : never
type NamesIn<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${string}`
    ? BeforeDot<Name> | NamesIn<Rest>
    : BeforeDot<Rest>
  : never
type BeforeDot<Name extends string> = Name extends `${infer Before}.${string}` ? Before : Name

/** Requires `ids` if and only if the URL contains any. */
type WithIds<Url extends string> = [UrlIds<Url>] extends [never] ? { ids?: undefined } : { ids: object }

/** Files and pages are sent through the reply instead. */
type HandlerResponse<ResponseSchema extends TSchema> = ResponseSchema extends { content: object }
  ? FastifyReply
  : Static<ResponseSchema>

/** Returns whether requests may have an `Idempotency-Key`. */
function isIdempotent({
  method,
  isOutside = false,
  isRead = false,
}: {
  method: string
  isOutside?: boolean
  isRead?: boolean
}): boolean {
  return method === 'POST' && !isOutside && !isRead
}

function createSchema<
  Url extends ProgramUrl,
  Query,
  BodySchema extends TSchema,
  Body,
  ResponseSchema extends TSchema,
  D extends ServiceDeps,
>(route: ProgramRoute<Url, Query, BodySchema, Body, ResponseSchema, D>) {
  const {
    method,
    operationId,
    summary,
    description,
    permission,
    alsoRequires = [],
    isPersonal = false,
    ids = {},
    query,
    body,
    status = 200,
    response,
    errors = [],
    errorDetails = {},
  } = route
  // Unexpected bodies are also parsed, and may be rejected, before the request is handled.
  const bodyStatuses: ErrorStatus[] = method === 'GET' ? [] : [413, 415]
  const takesIdempotencyKey = isIdempotent(route)
  const onceStatuses: ErrorStatus[] = takesIdempotencyKey ? [409] : []
  const idParams = Object.keys(ids).map((id) => [id, Type.String()] as const)
  return {
    ...(isPersonal ? personalSchema : managementSchema(permission, ...alsoRequires)),
    operationId,
    summary,
    ...(description === undefined ? {} : { description }),
    params: Type.Object({ ...ProgramParams.properties, ...Object.fromEntries(idParams) }),
    ...(query === undefined ? {} : { querystring: Type.Object(query.parameters) }),
    ...(takesIdempotencyKey ? { headers: idempotencyHeaders } : {}),
    ...(body === undefined ? {} : { body: body.schema }),
    response: {
      [status]: response,
      ...errorResponses([401, 403, 404, ...bodyStatuses, ...onceStatuses, ...errors], {
        details: errorDetails,
      }),
    },
  }
}

function readIds<Id extends string>(
  errorById: Record<Id, () => ApiError> | undefined,
  params: Record<Id, string>,
): Record<Id, number> {
  const ids: Partial<Record<Id, number>> = {}
  for (const name in errorById) {
    const id = parseId(params[name])
    if (id === undefined) throw errorById[name]()
    ids[name] = id
  }
  return ids as Record<Id, number> // safe because all of them were parsed
}
