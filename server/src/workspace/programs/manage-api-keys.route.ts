import Type, { type Static } from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import { KEY_MODES } from '../../core/enums.ts'
import { ApiError, invalidFieldError } from '../../core/errors/errors.http.ts'
import { choice, dataSchema, Instant, listSchema, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { pageQuery, toPage } from '../../core/http/page.http.ts'
import { neverEmpty } from '../../core/http/read-input.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { parseInstant } from '../../core/time/instant.rule.ts'
import { type ApiKeyRow, deleteApiKey, listApiKeys } from './api-keys.sql.ts'
import { createApiKey } from './create-api-key.flow.ts'
import { programLimits } from './limits.ts'
import { programRoute } from './program-route.http.ts'
import { retireApiKey } from './retire-api-key.flow.ts'

const ApiKey = namedObject('ApiKey', {
  id: Type.Integer(),
  mode: choice(KEY_MODES, 'Mode'),
  masked: Type.String({ description: 'Enough of the key to recognize it, but not to use it.' }),
  state: choice(['active', 'retiring', 'retired']),
  createdAt: Instant,
  retiredAt: nullable(Instant),
  lastUsedAt: nullable(Instant),
})

const NewApiKey = namedObject('NewApiKey', {
  ...ApiKey.properties,
  key: Type.String({ description: 'The API key. It is shown only once, because only its hash is stored.' }),
})

const CreateBody = Type.Object({ mode: choice(KEY_MODES, 'Mode') })
const RetireBody = Type.Object(
  {
    at: Type.Optional(
      Type.String({
        maxLength: limits.maxIdLength,
        description: 'When the key stops working, in ISO 8601 with an offset. Defaults to now.',
      }),
    ),
  },
  neverEmpty('at'),
)

/** Registers the routes for a program's API keys (D44), which require `api_key:manage`. */
export function registerManageApiKeys(app: App, deps: ServiceDeps): void {
  registerCreate(app, deps)
  registerList(app, deps)
  registerRetire(app, deps)
  registerDelete(app, deps)
}

function registerCreate(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/api-keys',
    operationId: 'createApiKey',
    summary: 'Create an API key',
    description:
      'Sandboxes only have keys with mode `test`. They begin with `aff_test_sandbox_` and record live events in the sandbox.',
    permission: 'api_key:manage',
    isPersonal: true,
    body: { schema: CreateBody },
    status: 201,
    response: dataSchema(NewApiKey),
    errors: [409],
    handle: async ({ realCtx, program, body, reply }) => {
      const created = await createApiKey(realCtx, program, body.mode)
      if (created === 'sandbox_program') {
        throw new ApiError('sandbox_program', 'A sandbox has test keys only. Create a test key.')
      }
      if (created === 'too_many_keys') {
        const maxKeys = programLimits.activeApiKeys
        throw new ApiError('conflict', `The program already has ${maxKeys} working keys. Retire one first.`, {
          most: maxKeys,
        })
      }
      reply.header('cache-control', 'no-store')
      return { data: { ...showKey(created.row, realCtx.clock.now()), key: created.key } }
    },
  })
}

function registerList(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/api-keys',
    operationId: 'listApiKeys',
    summary: 'List API keys',
    permission: 'api_key:manage',
    query: pageQuery,
    response: listSchema(ApiKey),
    handle: async ({ program, query: page }) => {
      const rows = await listApiKeys(deps.database.kysely, program.id, page)
      const now = deps.clock.now()
      return toPage(rows, page, ['created_at', 'id'], (row) => showKey(row, now))
    },
  })
}

function registerRetire(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/api-keys/:keyId/retire',
    operationId: 'retireApiKey',
    summary: 'Retire an API key',
    description: 'The key stops working now or at the given time. Retiring a retired key has no effect.',
    permission: 'api_key:manage',
    ids: { keyId: keyNotFoundError },
    body: { schema: Type.Optional(RetireBody), read: (sent) => readTime(sent.at) },
    response: dataSchema(ApiKey),
    handle: async ({ realCtx, program, ids, body: at }) => {
      const key = await retireApiKey(realCtx, program.id, ids.keyId, at)
      if (key === undefined) throw keyNotFoundError()
      return { data: showKey(key, realCtx.clock.now()) }
    },
  })
}

function registerDelete(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'DELETE',
    url: '/api/programs/:programId/api-keys/:keyId',
    operationId: 'deleteApiKey',
    summary: 'Delete an API key',
    description:
      'Requests with the key return 401 without details. Retire a key instead to return a hint to rotate it.',
    permission: 'api_key:manage',
    ids: { keyId: keyNotFoundError },
    response: dataSchema(Type.Object({ id: Type.Integer() })),
    handle: async ({ realCtx, program, ids }) => {
      const isDeleted = await withTransaction(realCtx, (transaction) =>
        deleteApiKey(transaction, program.id, ids.keyId),
      )
      if (!isDeleted) throw keyNotFoundError()
      return { data: { id: ids.keyId } }
    },
  })
}

function readTime(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const instant = parseInstant(text)
  if (instant !== undefined && instant.getTime() < LATEST_MS) return instant
  throw invalidFieldError(
    'at',
    'at must be an ISO 8601 date-time with an offset, such as 2026-03-01T10:00:00Z.',
  )
}

const LATEST_MS = Date.UTC(9999, 0, 1)

function keyNotFoundError() {
  return new ApiError('not_found', 'The program has no API key with this ID.')
}

function showKey(row: ApiKeyRow, now: Date): Static<typeof ApiKey> {
  const state = row.retired_at === null ? 'active' : row.retired_at > now ? 'retiring' : 'retired'
  return { ...toResponseFields(row), state }
}
