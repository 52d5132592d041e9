import type { FastifyRequest } from 'fastify'
import { limits } from '../platform/config.ts'
import { ApiError } from '../platform/errors.http.ts'
import type { ServiceDeps } from '../platform/service.ts'
import { isStorable } from '../platform/stored-text.rule.ts'
import type { MemberRole } from '../platform/words.ts'
import { findMembership } from './members.sql.ts'
import type { Session } from './session.http.ts'
import { readSession } from './session.http.ts'

/**
 * Demands an active membership of a workspace. A workspace that does not exist and one of others look the same.
 * @throws {ApiError} no session 401, not a member 403, without the second factor that is demanded 403
 */
export async function requireMembership(
  deps: ServiceDeps,
  request: FastifyRequest,
  workspaceId: string,
): Promise<{ userId: string; role: MemberRole }> {
  const { userId } = await requireSession(deps, request)
  const found = isStorable(workspaceId, limits.idChars)
    ? await findMembership(deps.database.kysely, workspaceId, userId)
    : undefined
  if (found === undefined) throw new ApiError('forbidden', 'You are not an active member of this workspace.')
  if (found.lacks_two_factor) throw twoFactorFirst()
  return { userId, role: found.role }
}

/** The workspace demands a second factor of its members, and this account has none yet. */
export function twoFactorFirst() {
  return new ApiError(
    'two_factor_required',
    'This workspace demands two-factor sign-in: switch it on in your account first.',
  )
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
export async function identify(deps: ServiceDeps, request: FastifyRequest): Promise<Session | undefined> {
  const session = await readSession(deps, request)
  if (session === undefined && request.headers.authorization !== undefined) {
    await deps.limits.consumeFailedAuthentication(request.ip)
  }
  return session
}

export function signInFirst() {
  return new ApiError(
    'unauthorized',
    'Sign in first: send a dashboard session token as Authorization: Bearer.',
  )
}
