import { APIError } from 'better-auth'
import type { FastifyRequest } from 'fastify'
import type { ServiceDeps } from '../app.ts'
import { ApiError } from './errors.ts'
import { trustedOrigins } from './trusted-origins.ts'

export interface Session {
  userId: string
  via: 'bearer' | 'cookie'
  activeWorkspaceId: string | null
}

/**
 * The dashboard session of a request (D35), or undefined. An `Authorization` header is the caller's choice: the
 * cookie beside it does not count, and a program API key there is no session.
 * @throws {ApiError} `forbidden` when another site's page tries to change something with the cookie
 */
export async function readSession(
  { auth, config }: Pick<ServiceDeps, 'auth' | 'config'>,
  request: FastifyRequest,
): Promise<Session | undefined> {
  const { authorization, cookie } = request.headers
  const via = authorization === undefined ? 'cookie' : 'bearer'
  const headers = new Headers()
  if (authorization !== undefined) {
    const token = /^Bearer ([\w.%~+/=-]{1,255})$/i.exec(authorization)?.[1]
    if (token === undefined || !looksLikeToken(token)) return undefined
    headers.set('authorization', authorization)
  } else if (cookie !== undefined) {
    headers.set('cookie', cookie)
  } else {
    return undefined
  }
  const found = await auth.api.getSession({ headers }).catch(noSession)
  if (found === null) return undefined
  if (via === 'cookie') refuseOtherSites(config, request)
  const { userId, activeOrganizationId = null } = found.session
  return { userId, via, activeWorkspaceId: activeOrganizationId }
}

/** A bare token, or one with its signature behind a dot. A program API key (`aff_…`) is neither. */
function looksLikeToken(token: string): boolean {
  return token.includes('.') || /^[A-Za-z0-9]+$/.test(token)
}

function noSession(error: unknown): null {
  if (error instanceof APIError && error.statusCode === 401) return null
  throw error
}

/** A browser sends the cookie along whatever page asks; it also says which page that was. */
function refuseOtherSites(config: ServiceDeps['config'], request: FastifyRequest) {
  const { origin } = request.headers
  if (request.method === 'GET' || request.method === 'HEAD') return
  if (origin === undefined || trustedOrigins(config).includes(origin)) return
  throw new ApiError('forbidden', 'A page of another site may not act with your session.')
}
