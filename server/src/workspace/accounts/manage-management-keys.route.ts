import Type, { type Static } from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { ApiError, invalidFieldError } from '../../core/errors/errors.http.ts'
import { DisplayName } from '../../core/http/display-text.http.ts'
import {
  choice,
  dataSchema,
  Instant,
  listSchema,
  nullable,
  ObjectId,
  personalSchema,
} from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { pageParameters, readPage, toPage } from '../../core/http/page.http.ts'
import { parseId } from '../../core/http/query.http.ts'
import { neverEmpty, readInput } from '../../core/http/read-input.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { idempotencyHeaders, respondOnce } from '../../core/idempotency/idempotency.http.ts'
import { parseInstant } from '../../core/time/instant.rule.ts'
import { createManagementKey } from './create-management-key.flow.ts'
import { accountLimits } from './limits.ts'
import { withActor } from './management-key.http.ts'
import { getKeyPermissions } from './management-key.rule.ts'
import { listManagementKeys, type ManagementKeyRow } from './management-keys.sql.ts'
import { requireWorkspacePermission } from './membership.http.ts'
import { isWorkspacePermission, PERMISSIONS, type Permission } from './permissions.rule.ts'
import { revokeManagementKey } from './revoke-management-key.flow.ts'

const PermissionName = choice(PERMISSIONS, 'Permission')

const STATES = ['active', 'suspended', 'expired', 'revoked'] as const

const ManagementKey = namedObject('ManagementKey', {
  id: Type.Integer(),
  name: Type.String(),
  masked: Type.String({ description: 'Enough of the key to recognize it, but not to use it.' }),
  programId: nullable(
    Type.Integer({
      description: 'The program that the key is limited to, or `null` for the whole workspace.',
    }),
  ),
  permissions: Type.Array(PermissionName, {
    description:
      'The granted permissions. Each one is valid only while the user who created the key has it too.',
  }),
  state: choice(STATES, 'ManagementKeyState'),
  createdBy: Type.Object({ userId: Type.String(), name: Type.String() }),
  createdAt: Instant,
  expiresAt: nullable(Instant),
  revokedAt: nullable(Instant),
  lastUsedAt: nullable(Instant),
})

const NewManagementKey = namedObject('NewManagementKey', {
  ...ManagementKey.properties,
  key: Type.String({
    description: 'The management key. It is shown only once, because only its hash is stored.',
  }),
})

const CreateBody = Type.Object(
  {
    name: DisplayName(accountLimits.maxManagementKeyNameLength),
    permissions: Type.Array(PermissionName, { minItems: 1, maxItems: PERMISSIONS.length, uniqueItems: true }),
    programId: Type.Optional(ObjectId('Omit it to create a key for all programs in the workspace.')),
    expiresAt: Type.Optional(
      Type.String({
        maxLength: limits.maxIdLength,
        description:
          'When the key expires, in ISO 8601 with an offset. Omit it for a key that doesn’t expire.',
      }),
    ),
  },
  neverEmpty('programId', 'expiresAt'),
)

const WorkspaceParams = Type.Object({ workspaceId: Type.String() })
const KeyParams = Type.Object({ ...WorkspaceParams.properties, keyId: Type.String() })

/** Registers the routes for management keys (D54), which require `api_key:manage` and reject management keys. */
export function registerManageManagementKeys(app: App, deps: ServiceDeps): void {
  registerCreate(app, deps)
  registerList(app, deps)
  registerRevoke(app, deps)
}

function registerCreate(app: App, deps: ServiceDeps) {
  app.route({
    method: 'POST',
    url: '/api/workspaces/:workspaceId/management-keys',
    schema: {
      ...personalSchema,
      operationId: 'createManagementKey',
      summary: 'Create a management key',
      description:
        'For scripts and services that use the management API without a user session. The key grants the listed permissions as long as the ' +
        'user who created it has them. The key stops working when it expires or is revoked, when its creator leaves or ' +
        'is suspended, or when its program is archived. `program:create`, `member:manage` and ' +
        '`audit:read` apply to the whole workspace, so keys limited to a program can’t have them.',
      params: WorkspaceParams,
      headers: idempotencyHeaders,
      body: CreateBody,
      response: { 201: dataSchema(NewManagementKey), ...errorResponses([400, 401, 403, 404, 409, 413, 415]) },
    },
    handler: async (request, reply) => {
      const { workspaceId } = request.params
      const requester = await requireWorkspacePermission(deps, request, workspaceId, 'api_key:manage')
      const { name, permissions, programId, expiresAt } = readInput(request).body
      const now = deps.clock.now()
      if (programId !== undefined) rejectWorkspacePermissions(permissions)
      const keyInput = { workspaceId, programId, name: name.trim(), permissions, createdBy: requester.userId }
      const input = { ...keyInput, expiresAt: readEnd(expiresAt, now) }
      reply.header('cache-control', 'no-store')
      const options = { request, reply, actorId: requester.userId, programId: undefined, status: 201 }
      return respondOnce(withActor(deps, request, requester), options, async (ctx) => {
        const created = await createManagementKey(ctx, input)
        if (created.kind !== 'created') throw rejectionError(created.kind)
        return { data: { ...showKey(created.row, now), key: created.key } }
      })
    },
  })
}

function registerList(app: App, deps: ServiceDeps) {
  app.route({
    method: 'GET',
    url: '/api/workspaces/:workspaceId/management-keys',
    schema: {
      ...personalSchema,
      operationId: 'listManagementKeys',
      summary: 'List management keys',
      description:
        'Returns the workspace’s keys and its programs’ keys, including keys that no longer work, newest first.',
      params: WorkspaceParams,
      querystring: Type.Object(pageParameters),
      response: { 200: listSchema(ManagementKey), ...errorResponses([400, 401, 403]) },
    },
    handler: async (request) => {
      const { workspaceId } = request.params
      await requireWorkspacePermission(deps, request, workspaceId, 'api_key:manage')
      const page = readPage(readInput(request).query)
      const rows = await listManagementKeys(deps.database.kysely, workspaceId, page)
      const now = deps.clock.now()
      return toPage(rows, page, ['created_at', 'id'], (row) => showKey(row, now))
    },
  })
}

function registerRevoke(app: App, deps: ServiceDeps) {
  app.route({
    method: 'POST',
    url: '/api/workspaces/:workspaceId/management-keys/:keyId/revoke',
    schema: {
      ...personalSchema,
      operationId: 'revokeManagementKey',
      summary: 'Revoke a management key',
      description:
        'Requests with the key return 401 from now on. This can’t be undone. Revoking a revoked key has no effect.',
      params: KeyParams,
      headers: idempotencyHeaders,
      response: { 200: dataSchema(ManagementKey), ...errorResponses([400, 401, 403, 404, 409, 413, 415]) },
    },
    handler: async (request, reply) => {
      const { workspaceId } = request.params
      const requester = await requireWorkspacePermission(deps, request, workspaceId, 'api_key:manage')
      readInput(request)
      const keyId = parseId(request.params.keyId)
      if (keyId === undefined) throw keyNotFoundError()
      const call = { request, reply, actorId: requester.userId, programId: undefined, status: 200 }
      return respondOnce(withActor(deps, request, requester), call, async (ctx) => {
        const row = await revokeManagementKey(ctx, workspaceId, keyId)
        if (row === undefined) throw keyNotFoundError()
        return { data: showKey(row, ctx.clock.now()) }
      })
    },
  })
}

function keyNotFoundError() {
  return new ApiError('not_found', 'The workspace has no management key with this ID.')
}

function rejectWorkspacePermissions(permissions: readonly Permission[]) {
  const workspacePermission = permissions.find(isWorkspacePermission)
  if (workspacePermission === undefined) return
  throw invalidFieldError(
    'permissions',
    `${workspacePermission} applies to the whole workspace. Remove it, or omit programId.`,
  )
}

const LATEST_MS = Date.UTC(9999, 0, 1)

function readEnd(text: string | undefined, now: Date): Date | undefined {
  if (text === undefined) return undefined
  const instant = parseInstant(text)
  if (instant !== undefined && instant > now && instant.getTime() < LATEST_MS) return instant
  throw invalidFieldError(
    'expiresAt',
    'expiresAt must be a future ISO 8601 date-time with an offset, such as 2030-03-01T10:00:00Z.',
  )
}

function rejectionError(kind: 'too_many' | 'no_program' | 'program_archived' | 'beyond_maker'): ApiError {
  switch (kind) {
    case 'too_many': {
      const maxKeys = accountLimits.managementKeys
      const message = `The workspace already has ${maxKeys} working management keys. Revoke one first.`
      return new ApiError('conflict', message, { most: maxKeys })
    }
    case 'no_program':
      return new ApiError('not_found', 'The workspace has no program with this ID.')
    case 'program_archived':
      return new ApiError('conflict', 'The program is archived, so its keys don’t work.', {
        field: 'programId',
      })
    case 'beyond_maker':
      return new ApiError('forbidden', 'You can’t grant a permission that you don’t have.')
  }
}

function showKey(row: ManagementKeyRow, now: Date): Static<typeof ManagementKey> {
  return {
    ...toResponseFields(row),
    permissions: PERMISSIONS.filter((permission) => row.permissions.includes(permission)),
    state: getState(row, now),
    createdBy: { userId: row.created_by, name: row.maker_name },
  }
}

/**
 * Returns the state of a key. `suspended` means that its creator is no longer an active member or no longer has any of
 * its permissions.
 */
function getState(row: ManagementKeyRow, now: Date): (typeof STATES)[number] {
  if (row.revoked_at !== null) return 'revoked'
  if (row.expires_at !== null && row.expires_at <= now) return 'expired'
  const { permissions, expires_at, revoked_at, maker_role } = row
  const may = getKeyPermissions(
    {
      key_permissions: permissions,
      key_expires_at: expires_at,
      key_revoked_at: revoked_at,
      role: maker_role,
    },
    now,
  )
  return may === undefined || may.size === 0 ? 'suspended' : 'active'
}
