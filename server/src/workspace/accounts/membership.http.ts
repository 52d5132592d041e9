import type { FastifyRequest } from 'fastify'
import { limits } from '../../core/config/limits.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { acceptsManagementKeys } from '../../core/http/management-route.http.ts'
import type { ServiceDeps } from '../../core/http/service.ts'
import { isStorable } from '../../core/text/stored-text.rule.ts'
import { identifyKey, presentsManagementKey, type Requester } from './management-key.http.ts'
import { findMembership } from './members.sql.ts'
import { getPermissions, type Permission } from './permissions.rule.ts'
import { readSession, type Session } from './session.http.ts'

/**
 * Requires an active membership in a workspace, or one of its management keys. Unknown workspaces and other people's
 * workspaces get the same response. Keys limited to a program are rejected.
 * @throws {ApiError} 401 without a session, 403 for non-members or without a required second factor
 */
export async function requireMembership(
  deps: ServiceDeps,
  request: FastifyRequest,
  workspaceId: string,
): Promise<Requester> {
  if (presentsManagementKey(request)) return requireWorkspaceKey(deps, request, workspaceId)
  const { userId } = await requireSession(deps, request)
  if (!isStorable(workspaceId, limits.maxIdLength)) throw noMemberError()
  const { role, lacks_two_factor } =
    (await findMembership(deps.database.run, workspaceId, userId)) ?? NO_MEMBER
  if (role === null) throw noMemberError()
  if (lacks_two_factor === true) throw twoFactorRequiredError()
  return { userId, keyId: undefined, permissions: getPermissions(role) }
}

async function requireWorkspaceKey(
  deps: ServiceDeps,
  request: FastifyRequest,
  workspaceId: string,
): Promise<Requester> {
  const managementKey = await identifyKey(deps, request)
  if (managementKey === undefined) throw signInRequiredError(request)
  const { key_workspace_id, key_program_id } = managementKey.row
  if (key_workspace_id !== workspaceId || key_program_id !== null) throw noMemberError()
  return managementKey.requester
}

/**
 * Requires a permission in a workspace.
 * @throws {ApiError} like `requireMembership`, and 403 without the permission
 */
export async function requireWorkspacePermission(
  deps: ServiceDeps,
  request: FastifyRequest,
  workspaceId: string,
  permission: Permission,
): Promise<Requester> {
  const requester = await requireMembership(deps, request, workspaceId)
  if (!requester.permissions.has(permission)) throw lacksPermission(permission)
  return requester
}

export function lacksPermission(permission: Permission) {
  return new ApiError('forbidden', `You need the permission ${permission} in this workspace.`, { permission })
}

const NO_MEMBER = { role: null, lacks_two_factor: null }

function noMemberError() {
  return new ApiError('forbidden', 'You are not an active member of this workspace.')
}

/** Returns the error for members who lack the second factor that the workspace requires. */
export function twoFactorRequiredError() {
  return new ApiError(
    'two_factor_required',
    'This workspace requires two-factor authentication. Turn it on in your account first.',
  )
}

/**
 * Requires a dashboard session.
 * @throws {ApiError} 401 without one
 */
export async function requireSession(deps: ServiceDeps, request: FastifyRequest): Promise<Session> {
  const session = await identify(deps, request)
  if (session === undefined) throw signInRequiredError(request)
  return session
}

/**
 * Returns the session, if any. An invalid token counts as a failed authentication attempt from the IP address (D46).
 */
export async function identify(deps: ServiceDeps, request: FastifyRequest): Promise<Session | undefined> {
  const session = await readSession(deps, request)
  if (session === undefined && request.headers.authorization !== undefined) {
    await deps.limits.consumeFailedAuthentication(request.ip)
  }
  return session
}

export function signInRequiredError(request: FastifyRequest) {
  const or = acceptsManagementKeys(request) ? ', or a working management key,' : ''
  return new ApiError(
    'unauthorized',
    `Sign in first: send a dashboard session token${or} as Authorization: Bearer.`,
  )
}
