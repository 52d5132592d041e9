import type { FastifyRequest } from 'fastify'
import type { ServiceDeps } from '../app.ts'
import { limits } from '../config.ts'
import { type Permission, type Role, roleAllows } from '../rules/permissions.ts'
import { isStorable } from '../rules/stored-text.ts'
import { findMemberRole } from '../store/members.ts'
import { findProgramForUser, type ProgramRow } from '../store/programs.ts'
import { ApiError } from './errors.ts'
import { readSession, type Session } from './session.ts'

export type ProgramAccess =
  | { kind: 'no_session' }
  | { kind: 'no_program' }
  | { kind: 'no_member'; program: ProgramRow }
  | { kind: 'member'; program: ProgramRow; userId: string; role: Role }

/**
 * The policy `verify-program-access`: who asks, for which program, in which role. A suspended member is no
 * member; a program id that is not a positive integer names no program.
 */
export async function findProgramAccess(
  deps: ServiceDeps,
  request: FastifyRequest,
  programIdParam: string,
): Promise<ProgramAccess> {
  const session = await identify(deps, request)
  if (session === undefined) return { kind: 'no_session' }
  const programId = parseId(programIdParam)
  if (programId === undefined) return { kind: 'no_program' }
  const found = await findProgramForUser(deps.database.kysely, programId, session.userId)
  if (found === undefined) return { kind: 'no_program' }
  const { program, role } = found
  if (role === null) return { kind: 'no_member', program }
  return { kind: 'member', program, userId: session.userId, role }
}

/**
 * Demands a permission on a program.
 * @throws {ApiError} in the order of D37: no session 401, no such program 404, not permitted 403; 429 after too
 *   many refused tokens
 */
export async function requirePermission(
  deps: ServiceDeps,
  request: FastifyRequest,
  programIdParam: string,
  permission: Permission,
): Promise<{ program: ProgramRow; userId: string; role: Role }> {
  const access = await findProgramAccess(deps, request, programIdParam)
  switch (access.kind) {
    case 'no_session':
      throw signInFirst()
    case 'no_program':
      throw new ApiError('not_found', 'There is no program of this id.')
    case 'no_member':
      throw new ApiError('forbidden', `You need the permission ${permission} on this program.`, {
        permission,
      })
    case 'member':
      if (roleAllows(access.role, permission)) return access
      throw new ApiError('forbidden', `You need the permission ${permission} on this program.`, {
        permission,
      })
  }
}

/**
 * Demands an active membership of a workspace. A workspace that does not exist and one of others look the same.
 * @throws {ApiError} no session 401, not a member 403
 */
export async function requireMembership(
  deps: ServiceDeps,
  request: FastifyRequest,
  workspaceId: string,
): Promise<{ userId: string; role: Role }> {
  const { userId } = await requireSession(deps, request)
  const role = isStorable(workspaceId, limits.idChars)
    ? await findMemberRole(deps.database.kysely, workspaceId, userId)
    : undefined
  if (role === undefined) throw new ApiError('forbidden', 'You are not an active member of this workspace.')
  return { userId, role }
}

/** @throws {ApiError} 401 without a dashboard session */
export async function requireSession(
  deps: ServiceDeps,
  request: FastifyRequest,
): Promise<{ userId: string }> {
  const session = await identify(deps, request)
  if (session === undefined) throw signInFirst()
  return session
}

/** The session, or undefined; a token that is none counts as a failed authentication of the address (D46). */
async function identify(deps: ServiceDeps, request: FastifyRequest): Promise<Session | undefined> {
  const session = await readSession(deps, request)
  if (session === undefined && request.headers.authorization !== undefined) {
    await deps.limits.consumeFailedAuthentication(request.ip)
  }
  return session
}

function signInFirst() {
  return new ApiError(
    'unauthorized',
    'Sign in first: send a dashboard session token as Authorization: Bearer.',
  )
}

/** An id of a path: digits of a positive integer that JSON can carry; undefined names nothing. */
export function parseId(text: string): number | undefined {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(id) ? id : undefined
}
