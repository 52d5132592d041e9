import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static, type TProperties, type TSchema } from 'typebox'
import { type ErrorDetails, type ErrorStatus, errorResponses } from '../../core/errors/error-schemas.http.ts'
import type { ApiError } from '../../core/errors/errors.http.ts'
import { managementSchema, ProgramParams, personalSchema } from '../../core/http/management-route.http.ts'
import { parseId } from '../../core/http/query.http.ts'
import { readInput } from '../../core/http/read-input.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { answerOnce, idempotencyHeaders } from '../../core/idempotency/idempotency.http.ts'
import { actorIdOf, contextOf } from '../accounts/management-key.http.ts'
import type { Permission } from '../accounts/permissions.rule.ts'
import { atProgramTime } from './program-clock.flow.ts'
import type { ProgramRow } from './programs.sql.ts'
import { requirePermission } from './verify-program-access.http.ts'

/** A route of the management API below a program: what it takes and answers, and the one call that does it. */
export interface ProgramRoute<
  Url extends ProgramUrl,
  Query,
  BodySchema extends TSchema,
  Body,
  Answer extends TSchema,
  D extends ServiceDeps,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: Url
  operationId: string
  summary: string
  description?: string
  permission: Permission
  /** What it takes beside: it opens what these do. */
  alsoTakes?: readonly Permission[]
  /** Takes no management key: a person has to do it. */
  isPersonal?: true
  /** The other ids of the url, each with the error of one that can name nothing. */
  ids?: Record<IdsOf<Url>, () => ApiError>
  query?: { parameters: TProperties; read: (query: unknown, program: ProgramRow) => Query }
  /** A body is what its schema says, unless `read` makes something else of it. */
  body?: { schema: BodySchema; read?: (sent: Static<BodySchema>) => Body }
  /** The most bytes of a body; those of every call where it is left out. */
  bodyLimit?: number
  /** Of the success; 200 when it is left out. */
  status?: 201
  /** A POST whose work is done elsewhere too, or that waits: no transaction can hold it, and it takes no `Idempotency-Key`. */
  isOutside?: true
  /** A POST that changes nothing: its body only says what is asked for. It takes no `Idempotency-Key`. */
  isRead?: true
  answer: Answer
  /** Beside those that follow from access, query and body. */
  errors?: readonly ErrorStatus[]
  /** Members of `error.details` that clients read. */
  errorDetails?: ErrorDetails
  /** What must be done before the transaction of an `Idempotency-Key` begins. It may be done again, and for nothing. */
  prepare?: (call: { program: ProgramRow; body: Body }) => Promise<void>
  handle: (call: ProgramCall<IdsOf<Url>, Query, Body, D>) => Promise<AnswerOf<Answer>>
}

/** A call that may be made, with everything that it sent read. */
export interface ProgramCall<Id extends string, Query, Body, D extends ServiceDeps = ServiceDeps> {
  program: ProgramRow
  /** In the name of the caller, by the clock of the program. */
  ctx: D
  /** The same by the real clock: for who may call, what is sent outside, and when something secret expires. */
  realCtx: D
  /** Who does it, as it is written down: the id of a person, or `key:` and the number of a management key. */
  actorId: string
  /** Whether he may do something else too: what a call does may depend on it. */
  may: (permission: Permission) => boolean
  ids: Record<Id, number>
  query: Query
  body: Body
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Registers a route below a program. Every call is checked in this order (D37): session, program, permission,
 * query, body, ids.
 */
export function programRoute<
  Url extends ProgramUrl,
  Answer extends TSchema,
  D extends ServiceDeps,
  Query = undefined,
  BodySchema extends TSchema = TSchema,
  Body = Static<BodySchema>,
>(app: App, deps: D, route: ProgramRoute<Url, Query, BodySchema, Body, Answer, D> & WithIds<Url>): void {
  const takes = [route.permission, ...(route.alsoTakes ?? [])] as const
  app.route({
    method: route.method,
    url: route.url,
    config: { access: { by: 'programRoute', demands: takes } },
    ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
    schema: schemaOf(route),
    handler: async (request, reply) => {
      const params = request.params as Record<IdsOf<Url> | 'programId', string> // safe because the url has them
      const access = await requirePermission(deps, request, params.programId, ...takes)
      const input = readInput(request)
      // safe because without a reader nobody asks for more than undefined
      const query = route.query?.read(input.query, access.program) as Query
      const sent = input.body as Static<BodySchema> // safe because it was read by that schema
      // safe because without a reader a body is what its schema says
      const body = (route.body?.read === undefined ? sent : route.body.read(sent)) as Body
      const ids = readIds<IdsOf<Url>>(route.ids, params)
      const { program, asker } = access
      const actorId = actorIdOf(asker)
      const may = (permission: Permission) => asker.permissions.has(permission)
      const work = (realCtx: D) => {
        const ctx = atProgramTime(realCtx, program)
        return route.handle({ program, ctx, realCtx, actorId, may, ids, query, body, request, reply })
      }
      await route.prepare?.({ program, body })
      const { status = 200 } = route
      const context = contextOf(deps, request, asker)
      if (!isDoneOnce(route)) return work(context)
      return answerOnce(context, { request, reply, actorId, programId: program.id, status }, work)
    },
  })
}

type ProgramUrl = `/api/${'programs' | 'tracking/breakdown'}/:programId${string}`

/** The names of the ids in a url, without the program's. */
type IdsOf<Url extends string> =
  Url extends `/api/${'programs' | 'tracking/breakdown'}/:programId${infer Rest}` ? NamesIn<Rest> : never
type NamesIn<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${string}`
    ? BeforeDot<Name> | NamesIn<Rest>
    : BeforeDot<Rest>
  : never
type BeforeDot<Name extends string> = Name extends `${infer Before}.${string}` ? Before : Name

/** A url with ids has them read, and one without has none to read. */
type WithIds<Url extends string> = [IdsOf<Url>] extends [never] ? { ids?: undefined } : { ids: object }

/** A file or a page goes out through the reply. */
type AnswerOf<Answer extends TSchema> = Answer extends { content: object } ? FastifyReply : Static<Answer>

/** Whether a call of it may carry an `Idempotency-Key`. */
function isDoneOnce({
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

function schemaOf<
  Url extends ProgramUrl,
  Query,
  BodySchema extends TSchema,
  Body,
  Answer extends TSchema,
  D extends ServiceDeps,
>(route: ProgramRoute<Url, Query, BodySchema, Body, Answer, D>) {
  const {
    method,
    operationId,
    summary,
    description,
    permission,
    alsoTakes = [],
    isPersonal = false,
    ids = {},
    query,
    body,
    status = 200,
    answer,
    errors = [],
    errorDetails = {},
  } = route
  // A body that the call does not take is received, and may be refused, before the call is looked at.
  const ofBody: ErrorStatus[] = method === 'GET' ? [] : [413, 415]
  const isOnce = isDoneOnce(route)
  const ofOnce: ErrorStatus[] = isOnce ? [409] : []
  const idParams = Object.keys(ids).map((id) => [id, Type.String()] as const)
  return {
    ...(isPersonal ? personalSchema : managementSchema(permission, ...alsoTakes)),
    operationId,
    summary,
    ...(description === undefined ? {} : { description }),
    params: Type.Object({ ...ProgramParams.properties, ...Object.fromEntries(idParams) }),
    ...(query === undefined ? {} : { querystring: Type.Object(query.parameters) }),
    ...(isOnce ? { headers: idempotencyHeaders } : {}),
    ...(body === undefined ? {} : { body: body.schema }),
    response: {
      [status]: answer,
      ...errorResponses([401, 403, 404, ...ofBody, ...ofOnce, ...errors], { details: errorDetails }),
    },
  }
}

function readIds<Id extends string>(
  ids: Record<Id, () => ApiError> | undefined,
  params: Record<Id, string>,
): Record<Id, number> {
  const read: Partial<Record<Id, number>> = {}
  for (const name in ids) {
    const id = parseId(params[name])
    if (id === undefined) throw ids[name]()
    read[name] = id
  }
  return read as Record<Id, number> // safe because every one was read
}
