import Type, { type Static } from 'typebox'
import type { App, ServiceDeps } from '../app.ts'
import { limits } from '../config.ts'
import { createApiKey } from '../flows/create-api-key.ts'
import { retireApiKey } from '../flows/retire-api-key.ts'
import { errorResponses } from '../http/error-schemas.ts'
import { ApiError, invalidField } from '../http/errors.ts'
import {
  choice,
  dataOf,
  Instant,
  isoOrNull,
  listOf,
  managementRoute,
  managementSchema,
  nullable,
  ProgramParams,
  readObject,
} from '../http/management.ts'
import { pageParameters, readPage, toPage } from '../http/page.ts'
import { parseId, requirePermission } from '../http/verify-program-access.ts'
import { bodyReader } from '../http/wire.ts'
import { parseInstant } from '../rules/instant.ts'
import { type ApiKeyRow, deleteApiKey, listApiKeys } from '../store/api-keys.ts'

const ApiKey = Type.Object({
  id: Type.Integer(),
  mode: choice(['live', 'test']),
  masked: Type.String({ description: 'Enough to recognise the key, not enough to use it.' }),
  state: choice(['active', 'retiring', 'retired']),
  createdAt: Instant,
  retiredAt: nullable(Instant),
  lastUsedAt: nullable(Instant),
})

const NewApiKey = Type.Object({
  ...ApiKey.properties,
  key: Type.String({ description: 'The key itself. It is shown this once: only its hash is kept.' }),
})

const CreateBody = Type.Object({ mode: choice(['live', 'test']) })
const RetireBody = Type.Object({
  at: Type.Optional(
    Type.String({
      maxLength: limits.idChars,
      description: 'ISO 8601 with an offset; until then the key works. Left out or past: now.',
    }),
  ),
})
const KeyParams = Type.Object({ ...ProgramParams.properties, keyId: Type.String() })

const readCreateBody = bodyReader(CreateBody)
const readRetireBody = bodyReader(RetireBody)

/** The API keys of a program (D44), all behind `api_key:manage`. */
export function registerManageApiKeys(app: App, deps: ServiceDeps): void {
  const { kysely } = deps.database

  app.route({
    ...managementRoute,
    method: 'POST',
    url: '/api/programs/:programId/api-keys',
    schema: {
      ...managementSchema,
      operationId: 'createApiKey',
      summary: 'Create an API key',
      params: ProgramParams,
      body: CreateBody,
      response: { 201: dataOf(NewApiKey), ...errorResponses([400, 401, 403, 404, 409, 413, 415]) },
    },
    handler: async (request, reply) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'api_key:manage')
      const { mode } = readCreateBody(readObject(request.body))
      const created = await createApiKey(deps, program.id, mode)
      if (created === 'too_many_keys') {
        const most = limits.activeApiKeys
        throw new ApiError('conflict', `The program has ${most} working keys: retire one first.`, { most })
      }
      const data = { ...showKey(created.row, deps.clock.now()), key: created.key }
      return reply.code(201).header('cache-control', 'no-store').send({ data })
    },
  })

  app.route({
    ...managementRoute,
    method: 'GET',
    url: '/api/programs/:programId/api-keys',
    schema: {
      ...managementSchema,
      operationId: 'listApiKeys',
      summary: 'List the API keys, masked',
      params: ProgramParams,
      querystring: Type.Object(pageParameters),
      response: { 200: listOf(ApiKey), ...errorResponses([400, 401, 403, 404]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'api_key:manage')
      const page = readPage(request.query)
      const rows = await listApiKeys(kysely, program.id, page)
      const now = deps.clock.now()
      return toPage(
        rows,
        page,
        (row) => ({ at: row.created_at, id: row.id }),
        (row) => showKey(row, now),
      )
    },
  })

  app.route({
    ...managementRoute,
    method: 'POST',
    url: '/api/programs/:programId/api-keys/:keyId/retire',
    schema: {
      ...managementSchema,
      operationId: 'retireApiKey',
      summary: 'Retire an API key, now or at a time',
      description: 'A key that is retired already stays so.',
      params: KeyParams,
      body: Type.Optional(RetireBody),
      response: { 200: dataOf(ApiKey), ...errorResponses([400, 401, 403, 404, 413, 415]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'api_key:manage')
      const at = readTime(readRetireBody(readObject(request.body)).at)
      const keyId = parseId(request.params.keyId)
      const key = keyId === undefined ? undefined : await retireApiKey(deps, program.id, keyId, at)
      if (key === undefined) throw noSuchKey()
      return { data: showKey(key, deps.clock.now()) }
    },
  })

  app.route({
    ...managementRoute,
    method: 'DELETE',
    url: '/api/programs/:programId/api-keys/:keyId',
    schema: {
      ...managementSchema,
      operationId: 'deleteApiKey',
      summary: 'Delete an API key',
      description: 'Calls with it answer plain 401 from now on. Retiring it instead tells callers why.',
      params: KeyParams,
      response: { 200: dataOf(Type.Object({ id: Type.Integer() })), ...errorResponses([401, 403, 404]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'api_key:manage')
      const keyId = parseId(request.params.keyId)
      if (keyId === undefined || !(await deleteApiKey(kysely, program.id, keyId))) throw noSuchKey()
      return { data: { id: keyId } }
    },
  })
}

function readTime(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const instant = parseInstant(text)
  if (instant !== undefined && instant.getTime() < LATEST_MS) return instant
  throw invalidField('at', 'at takes an ISO 8601 date-time with an offset, such as 2026-03-01T10:00:00Z.')
}

const LATEST_MS = Date.UTC(9999, 0, 1)

function noSuchKey() {
  return new ApiError('not_found', 'The program has no API key of this id.')
}

function showKey(row: ApiKeyRow, now: Date): Static<typeof ApiKey> {
  const state = row.retired_at === null ? 'active' : row.retired_at > now ? 'retiring' : 'retired'
  return {
    id: row.id,
    mode: row.mode,
    masked: row.masked,
    state,
    createdAt: row.created_at.toISOString(),
    retiredAt: isoOrNull(row.retired_at),
    lastUsedAt: isoOrNull(row.last_used_at),
  }
}
