import { APIError } from 'better-auth'
import type { FastifyRequest } from 'fastify'
import { reportOutages } from '../../core/database/database-unavailable.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { trustedOrigins } from '../../core/http/trusted-origins.rule.ts'
import { getKeyLimit } from './management-key.http.ts'
import { hashSessionToken, readSessionToken } from './session-token.rule.ts'
import { findSession } from './sessions.sql.ts'

export interface Session {
  id: string
  userId: string
  via: 'bearer' | 'cookie'
}

/**
 * Returns a request's dashboard session (D35), if any. Program API keys don't count.
 * @throws {ApiError} `forbidden` if a page on another site tries to change something with the cookie
 */
export async function readSession(deps: SessionDeps, request: FastifyRequest): Promise<Session | undefined> {
  const headers = readCredentialHeaders(request)
  if ([...headers.keys()].length === 0) return undefined
  const via = headers.has('authorization') ? 'bearer' : 'cookie'
  const session =
    (await findFreshSession(deps, headers)) ?? (await fetchLibrarySession(deps, request, headers))
  if (session === undefined) return undefined
  if (via === 'cookie') rejectOtherSites(deps.config, request)
  const { id, userId } = session
  return { id, userId, via }
}

type SessionDeps = Pick<ServiceDeps, 'auth' | 'config' | 'database'>
type FoundSession = Pick<Session, 'id' | 'userId'>

/**
 * Finds a session that is neither expired nor due for renewal, in one query. This is the common case; otherwise the
 * accounts library decides, renews and deletes.
 */
async function findFreshSession(
  { auth, config, database }: SessionDeps,
  headers: Headers,
): Promise<FoundSession | undefined> {
  const { secret, authCookies, sessionConfig } = await auth.$context
  const credentials = { authorization: headers.get('authorization'), cookie: headers.get('cookie') }
  const token = readSessionToken(credentials, { cookieName: authCookies.sessionToken.name, secret })
  if (token === undefined) return undefined
  const row = await findSession(database.run, hashSessionToken(token, config.appSecret))
  if (row === undefined) return undefined
  const { expiresIn, updateAge } = sessionConfig
  // The library uses the machine's clock, not the service's.
  const isFresh = row.expires_at.getTime() - Date.now() > (expiresIn - updateAge) * 1000
  return isFresh ? { id: row.session_id, userId: row.user_id } : undefined
}

async function fetchLibrarySession(
  { auth }: Pick<ServiceDeps, 'auth'>,
  request: FastifyRequest,
  headers: Headers,
): Promise<FoundSession | undefined> {
  const result = await reportOutages(() =>
    auth.api.getSession({ headers, returnHeaders: true }).catch(ignoreUnauthorized),
  )
  const session = result?.response?.session
  if (session !== undefined && headers.has('cookie')) {
    renewedCookies.set(request, result?.headers.getSetCookie() ?? [])
  }
  return session
}

/** Renewed cookies to send, so that the browser also extends them. */
const renewedCookies = new WeakMap<FastifyRequest, string[]>()

/** Disables caching of responses that depend on the session and adds the cookie of a renewed session. */
export function finishSessionResponses(app: App): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.method === 'GET' && isApi(request) && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store')
    }
    reply.headers(getKeyLimit(request) ?? {})
    // Handlers that end or change the session set the cookie themselves.
    const hasCookies = reply.hasHeader('set-cookie')
    for (const cookie of renewedCookies.get(request) ?? [])
      if (!hasCookies) reply.header('set-cookie', cookie)
    done()
  })
}

/**
 * Returns the credentials to pass to the accounts library: the `Authorization` header, otherwise the cookie. Empty if
 * the header is not exactly one session token.
 */
export function readCredentialHeaders({ headers: { authorization, cookie } }: FastifyRequest): Headers {
  const credentials = new Headers()
  const bearer = authorization === undefined ? undefined : readBearer(authorization)
  if (bearer !== undefined) credentials.set('authorization', bearer)
  if (authorization === undefined && cookie !== undefined) credentials.set('cookie', cookie)
  return credentials
}

/**
 * Reads a bearer token. Stricter than the library, which is lenient about whitespace, so that both agree on who is
 * signed in.
 */
function readBearer(authorization: string): string | undefined {
  const token = /^Bearer ([\w.%~+/=-]{1,255})$/i.exec(authorization)?.[1]
  return token === undefined || !looksLikeToken(token) ? undefined : `Bearer ${token}`
}

/** Returns whether text looks like a signed or unsigned token. Program API keys (`aff_…`) don't. */
function looksLikeToken(token: string): boolean {
  return token.includes('.') || /^[A-Za-z0-9]+$/.test(token)
}

function ignoreUnauthorized(error: unknown): null {
  if (error instanceof APIError && error.statusCode === 401) return null
  throw error
}

function isApi({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith('/api/') === true
}

/**
 * Browsers send cookies with requests from any page, but also the page's origin or its relation to this site.
 * @throws {ApiError} `forbidden` for requests from other sites
 */
export function rejectOtherSites(config: ServiceDeps['config'], request: FastifyRequest) {
  const { origin } = request.headers
  if (request.method === 'GET' || request.method === 'HEAD') return
  const isTrusted = origin !== undefined && trustedOrigins(config).includes(origin)
  const site = request.headers['sec-fetch-site']
  const isElsewhere = site === 'cross-site' || (site === 'same-site' && !isTrusted)
  if (!isElsewhere && (origin === undefined || isTrusted)) return
  throw new ApiError('forbidden', 'Pages on other sites can’t use your session.')
}
